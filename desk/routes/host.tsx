import { data, redirect } from "react-router";
import { addTimeOff, deleteTimeOff } from "../../core/appointments/absence-store.server.ts";
import {
	findHost,
	listCompanyHours,
	saveHost,
	zoneOfHost,
	type Host,
} from "../../core/appointments/host-store.server.ts";
import { findFeed, renewFeed, writeFeedUrl } from "../../features/booking/calendar-feed.server.ts";
import type { Company } from "../../shared/company.ts";
import { groupHours } from "../../shared/opening-hours.ts";
import { writeWeekdays } from "../../shared/slot-texts.ts";
import { parseClockTime, toSlotLabel } from "../../shared/slot-times.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { findDate, findEndOfDay, findStartOfDay } from "../../shared/zoned-time.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { countAffected, describeAffected, findAffected, listAbsences } from "../calls/affected.server.ts";
import { hideCopiedSecret } from "../guard/hide-copied-secret.server.ts";
import { BusyCalendars } from "../hosts/busy-calendars.tsx";
import { changeCalendars, showCalendars } from "../hosts/change-calendars.server.ts";
import { DaysForm, type ShownDays } from "../hosts/days-form.tsx";
import { MemberFeed } from "../hosts/member-feed.tsx";
import {
	readDays,
	readSettings,
	readTypedDays,
	readTypedSettings,
	type TypedDays,
} from "../hosts/read-settings.server.ts";
import { SettingsForm, type ShownSettings } from "../hosts/settings-form.tsx";
import { Page } from "../layout/page.tsx";
import { readForm, readVersion } from "../read-form.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/host.ts";

/** A section of the page with its own form. */
type Part = "settings" | "time-off" | "calendars";

/** The refused values of one of them. */
type Typed = { settings?: ShownSettings; days?: TypedDays; address?: string };

const feedSecret = "own-feed";

/** A host's settings: one's own, or for an admin anybody's. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const work = beginWork(context);
	const { deps, signedIn, deskRequest, now } = work;
	const { db } = deps.database;
	const id = "id" in params ? String(params.id) : signedIn.account.id;
	const purposes = await deps.listHostPurposes(db);
	const person = purposes.flatMap(({ people }) => people).find((one) => one.id === id);
	if (!person) throw data(null, { status: 404 });
	const host = await findHost(db, id);
	const timeZone = zoneOfHost(host, deps.company);
	const feedSince = await findFeed(db, "hostFeeds", id);
	const timeOff = await listAbsences(work, id);
	const affected = await findAffected(work, timeOff);
	const path = "id" in params ? `/hosts/${encodeURIComponent(id)}` : "/my-calendar";
	const { hours, locale } = deps.company;
	const writeClock = (time: string) => toSlotLabel(parseClockTime(time));
	return {
		title: id === signedIn.account.id ? "My calendar" : `${person.name}’s calendar`,
		isHost: host !== undefined && host.purposes.length > 0,
		settings: showSettings(host, hours),
		purposes: purposes
			.filter(({ people }) => people.some((one) => one.id === id))
			.map(({ key, name }) => ({ key, name })),
		companyHours: groupHours(hours)
			.map(({ days, opens, closes }) => `${writeWeekdays(days, locale)}, ${writeClock(opens)} to ${writeClock(closes)}`)
			.join("; "),
		companyZone: deps.company.timeZone,
		isOwn: id === signedIn.account.id,
		feedSince: feedSince && showValue(feedSince, deps.company),
		newFeed: id === signedIn.account.id ? deskRequest.secrets.find(feedSecret) : undefined,
		path,
		calendars: await showCalendars(db, id, { company: deps.company, now }),
		timeOff: timeOff.map(({ id: entry, startMs, endMs: untilMs, text }): ShownDays => ({
			id: entry,
			from: showValue(dayOf(startMs, timeZone), deps.company),
			until: showValue(dayOf(untilMs - 1, timeZone), deps.company),
			text,
			canBeRemoved: true,
			affected: describeAffected(affected.get(entry), `${path}/time-off/${encodeURIComponent(entry)}`),
		})),
	};
}

function dayOf(ms: number, timeZone: string): Temporal.PlainDate {
	return Temporal.PlainDate.from(findDate(ms, timeZone));
}

/** A host without hours of their own begins with the company's. */
function showSettings(host: Host | undefined, companyHours: Company["hours"]): ShownSettings {
	const times: Record<string, string> = {};
	for (const { weekday, from, until } of host?.hours ?? listCompanyHours(companyHours)) {
		const spell = times[`${weekday}-from-1`] === undefined ? 1 : 2;
		times[`${weekday}-from-${spell}`] = from;
		// A time field knows midnight only as 00:00.
		times[`${weekday}-until-${spell}`] = until === "24:00" ? "00:00" : until;
	}
	return {
		version: host?.version ?? 0,
		purposes: [...(host?.purposes ?? [])],
		timeZone: host?.timeZone ?? "",
		hasOwnHours: host?.hours !== undefined,
		times,
		video: host?.video.kind ?? "none",
		videoUrl: host?.video.kind === "fixed" ? host.video.url : "",
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const work = beginWork(context);
	const { deps, signedIn, deskRequest, now, noting } = work;
	const id = "id" in params ? String(params.id) : signedIn.account.id;
	const purposes = await deps.listHostPurposes(deps.database.db);
	const own = purposes.filter(({ people }) => people.some((one) => one.id === id)).map(({ key }) => key);
	if (own.length === 0) throw data(null, { status: 404 });
	const form = await readForm(request);
	const path = "id" in params ? `/hosts/${encodeURIComponent(id)}` : "/my-calendar";
	const done = (notice: string, to = path): never => {
		deskRequest.notices.leave(notice);
		throw redirect(to, 303);
	};
	const refuse = (where: Part, errors: FieldError[], typed: Typed) => ({ where, errors, ...typed });
	const write = (what: string) => noting({ action: `host.${what}`, subject: id }).database;
	const asked = form.get("do");

	if (asked === "settings") {
		const settings = readSettings(form, own);
		const version = readVersion(form.get("version"));
		if (Array.isArray(settings)) return refuse("settings", settings, { settings: readTypedSettings(form, version) });
		const isSaved = await write("settings").write((transaction) =>
			saveHost(transaction, id, settings, { version, now }),
		);
		if (!isSaved) {
			const message = "Someone else has changed these settings meanwhile. Check yours and save again";
			const present = (await findHost(deps.database.db, id))?.version ?? 0;
			return refuse("settings", [{ field: "settings", message }], { settings: readTypedSettings(form, present) });
		}
		return done("Saved.");
	}
	if (asked === "time-off") {
		const timeZone = zoneOfHost(await findHost(deps.database.db, id), deps.company);
		const read = readDays(form, findDate(now.epochMilliseconds, timeZone));
		if ("error" in read) return refuse("time-off", [read.error], { days: readTypedDays(form) });
		const { days } = read;
		const interval = { startMs: findStartOfDay(days.from, timeZone), endMs: findEndOfDay(days.until, timeZone) };
		const note = (form.get("text") ?? "").trim().slice(0, 100);
		const entry = await write("time-off").write((transaction) =>
			addTimeOff(transaction, { hostId: id, ...interval, note }),
		);
		const added = { ...interval, id: entry, hostId: id, text: note };
		const affected = (await findAffected(work, [added])).get(entry) ?? [];
		if (affected.length === 0) return done("Time off added.");
		const to = `${path}/time-off/${encodeURIComponent(entry)}`;
		return done(`Time off added. ${countAffected(affected)} still booked then.`, to);
	}
	if (asked === "remove-time-off") {
		const entry = form.get("id") ?? "";
		const isRemoved = await write("time-off-removed").write((transaction) =>
			deleteTimeOff(transaction, { hostId: id, id: entry }),
		);
		return done(isRemoved ? "Time off removed." : "This time off was already removed.");
	}
	// Only the host may see it.
	if (asked === "feed" && id === signedIn.account.id) {
		const { database } = noting({ action: "host.feed-renewed", subject: id });
		const token = await database.write((transaction) => renewFeed(transaction, "hostFeeds", { accountId: id, now }));
		deskRequest.secrets.keep(feedSecret, writeFeedUrl(deps.config.publicUrl, token));
		return done("Address created.");
	}
	hideCopiedSecret(deskRequest, form, path);
	const changed = await changeCalendars(form, { deps, hostId: id, now, noting: write });
	if (typeof changed === "string") return done(changed);
	if (changed) return refuse("calendars", changed, { address: form.get("address") ?? "" });
	throw data(null, { status: 400 });
}

export default function HostPage({ loaderData, actionData }: Route.ComponentProps) {
	const { title, path, isHost, settings, purposes, companyHours, companyZone, isOwn, feedSince, newFeed } = loaderData;
	const { calendars, timeOff } = loaderData;
	const errorsOf = (where: Part) => (actionData?.where === where ? actionData.errors : []);
	return (
		<Page title={title} subtitle={isHost ? "Bookable" : "Not bookable yet"}>
			<ErrorSummary errors={actionData?.errors ?? []} />
			<section aria-labelledby="settings">
				<h2 id="settings">Hours and video calls</h2>
				<SettingsForm
					settings={settings}
					typed={actionData?.settings}
					purposes={purposes}
					companyHours={companyHours}
					companyZone={companyZone}
					errors={errorsOf("settings")}
				/>
			</section>
			<section aria-labelledby="calendars">
				<h2 id="calendars">Busy calendars</h2>
				<BusyCalendars calendars={calendars} typed={actionData?.address} errors={errorsOf("calendars")} />
			</section>
			<section aria-labelledby="time-off">
				<h2 id="time-off">Time off</h2>
				<DaysForm
					entries={timeOff}
					none="No upcoming time off."
					textLabel="Note for your team (optional)"
					add={{ value: "time-off", label: "Add time off" }}
					remove="remove-time-off"
					typed={actionData?.days}
					errors={errorsOf("time-off")}
				/>
			</section>
			{isOwn && (
				<section aria-labelledby="feed">
					<h2 id="feed">Calendar feed</h2>
					<MemberFeed since={feedSince} address={newFeed} path={path}>
						Subscribe to your calls and interviews in a calendar app. Anyone with the address can see who is coming, so
						keep it to yourself.
					</MemberFeed>
				</section>
			)}
		</Page>
	);
}
