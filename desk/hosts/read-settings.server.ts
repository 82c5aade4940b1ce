import { z } from "zod";
import {
	hostHoursSchema,
	hostVideoSchema,
	type HostHours,
	type HostSettings,
	type HostVideo,
} from "../../core/appointments/host-store.server.ts";
import { addDays } from "../../shared/slot-times.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { isTimeZone } from "../../shared/time-zone.ts";
import { weekdays } from "../../shared/weekdays.ts";
import { spellsADay, videoKinds, type ShownSettings } from "./settings-form.tsx";

/** Reads a host's settings; returns the errors if there are any. */
export function readSettings(form: URLSearchParams, purposes: readonly string[]): HostSettings | FieldError[] {
	const errors: FieldError[] = [];
	const hasOwnHours = form.get("hoursOf") === "own";
	const timeZone = (form.get("timeZone") ?? "").trim();
	const isKnown = timeZone.includes("/") && isTimeZone(timeZone);
	// Its field is hidden beside the company's hours.
	if (hasOwnHours && timeZone !== "" && !isKnown)
		errors.push({ field: "timeZone", message: "Enter a time zone such as Asia/Kolkata, or leave it empty" });
	const hours = hasOwnHours ? readHours(form, errors) : undefined;
	const video = readVideo(form, errors);
	if (errors.length > 0) return errors;
	return {
		purposes: form.getAll("purpose").filter((purpose) => purposes.includes(purpose)),
		timeZone: hasOwnHours && isKnown ? timeZone : undefined,
		hours,
		video,
	};
}

/** Reads what was typed, to show it again with its errors. */
export function readTypedSettings(form: URLSearchParams, version: number): ShownSettings {
	return {
		version,
		purposes: form.getAll("purpose"),
		timeZone: form.get("timeZone") ?? "",
		hasOwnHours: form.get("hoursOf") === "own",
		times: Object.fromEntries(form),
		video: videoKinds.find(({ key }) => key === form.get("video"))?.key ?? "none",
		videoUrl: form.get("videoUrl") ?? "",
	};
}

function readHours(form: URLSearchParams, errors: FieldError[]): HostHours[] {
	const spells = weekdays.flatMap((weekday) =>
		spellsADay.flatMap((spell) => {
			const [from, until] = ["from", "until"].map((end) => form.get(`${weekday}-${end}-${spell}`) ?? "");
			const midnight = until === "00:00" ? "24:00" : until;
			return from === "" && until === "" ? [] : [{ weekday, from, until: midnight, field: `${weekday}-from-${spell}` }];
		}),
	);
	for (const { field, weekday, from, until } of spells)
		if (!hostHoursSchema.safeParse([{ weekday, from, until }]).success)
			errors.push({ field, message: `${weekday}: enter a start and another time as the end` });
	return errors.length > 0 ? [] : hostHoursSchema.parse(spells.map(({ field: _, ...spell }) => spell));
}

function readVideo(form: URLSearchParams, errors: FieldError[]): HostVideo {
	const kind = form.get("video");
	const video = kind === "fixed" ? { kind, url: (form.get("videoUrl") ?? "").trim() } : { kind };
	const read = hostVideoSchema.safeParse(video);
	if (read.success) return read.data;
	errors.push({ field: "videoUrl", message: "Enter a video call address that starts with https://" });
	return { kind: "none" };
}

/** How far ahead absences are listed, and may be entered. */
export const absenceDaysAhead = 2 * 366;

const dayRange = z
	.object({ from: z.iso.date(), until: z.iso.date().or(z.literal("")) })
	.transform(({ from, until }) => ({ from, until: until === "" ? from : until }))
	.refine(({ from, until }) => from <= until);

/** Days as they were typed, to show them again with their errors. */
export type TypedDays = { from: string; until: string; text: string };

export function readTypedDays(form: URLSearchParams): TypedDays {
	return { from: form.get("from") ?? "", until: form.get("until") ?? "", text: form.get("text") ?? "" };
}

/** Reads the first and last day of an absence, neither over nor beyond the days that are listed; otherwise says what is wrong. */
export function readDays(
	form: URLSearchParams,
	today: string,
): { days: { from: string; until: string } } | { error: FieldError } {
	const read = dayRange.safeParse({ from: form.get("from") ?? "", until: form.get("until") ?? "" });
	const refuse = (field: string, message: string) => ({ error: { field, message } });
	if (!read.success) return refuse("from", "Enter the first day, and a last day that is no earlier");
	const last = form.get("until") ? "until" : "from";
	if (read.data.until < today) return refuse(last, "Enter days that are not over yet");
	if (read.data.until > addDays(today, absenceDaysAhead)) return refuse(last, "Enter days within the next two years");
	return { days: read.data };
}
