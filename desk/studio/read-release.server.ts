import type { Company } from "../../shared/company.ts";
import { readLocalTime } from "../../shared/read-time.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { readVersion } from "../read-form.server.ts";
import { heavyName } from "./heavy-pages.tsx";
import { readAskedDrafts, readSeenDrafts } from "./read-asked-drafts.server.ts";

export type TypedRelease = {
	when: string;
	at: string;
	until: string;
	note: string;
	/** Paths of drafts. */
	ticked: string[];
};

export type Publication = {
	errors: FieldError[];
	typed: TypedRelease;
	paths: string[];
	/** Versions of the drafts as they were seen. */
	versions: Map<string, number>;
	at: Temporal.Instant | undefined;
	/** When the changes end again. */
	endsAt: Temporal.Instant | undefined;
	note: string;
	/** Whether heavy pages were accepted. */
	isHeavyAccepted: boolean;
};

/** Reads which drafts to publish, and when; times are in the company's zone. */
export function readRelease(
	form: URLSearchParams,
	{ timeZone }: Pick<Company, "timeZone">,
	now: Temporal.Instant,
): Publication {
	const typed = readTypedRelease(form);
	const versions = new Map([...readSeenDrafts(form)].map(([path, version]) => [path, readVersion(version)]));
	const errors: FieldError[] = [];
	const time = typed.when === "later" ? readTimeToCome(typed.at, timeZone, now) : {};
	const end = typed.until === "" ? {} : readTimeToCome(typed.until, timeZone, now);
	if (typed.ticked.length > versions.size) errors.push({ field: "publish", message: "Preview the changes first" });
	else if (versions.size === 0) errors.push({ field: "publish", message: "Select at least one draft" });
	if (time.fault !== undefined) errors.push({ field: "at", message: time.fault });
	if (end.fault !== undefined) errors.push({ field: "until", message: end.fault });
	else if (time.at && end.at && Temporal.Instant.compare(end.at, time.at) <= 0)
		errors.push({ field: "until", message: "Choose an end after the publication" });
	return {
		errors,
		typed,
		paths: [...versions.keys()],
		versions,
		at: time.at,
		endsAt: end.at,
		note: typed.note,
		isHeavyAccepted: form.get(heavyName) === "yes",
	};
}

/** Reads what was typed and ticked, unchecked. */
export function readTypedRelease(form: URLSearchParams): TypedRelease {
	return {
		when: form.get("when") ?? "now",
		at: form.get("at") ?? "",
		until: form.get("until") ?? "",
		note: form.get("note")?.trim() ?? "",
		ticked: readAskedDrafts(form) ?? [],
	};
}

/** Reads a future day and time in a zone. */
export function readTimeToCome(
	text: string,
	timeZone: string,
	now: Temporal.Instant,
): { at?: Temporal.Instant; fault?: string } {
	const at = readLocalTime(text, timeZone);
	if (!at) return { fault: "Enter a date and time" };
	if (Temporal.Instant.compare(at, now) <= 0) return { fault: "Choose a time in the future" };
	return { at };
}
