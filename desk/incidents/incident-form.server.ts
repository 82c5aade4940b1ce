import type { IncidentScope } from "../../core/incidents/incident-store.server.ts";
import type { Incident } from "../../core/incidents/incident.ts";
import { toOneLine } from "../../shared/clean-text.ts";
import { readLocalTime } from "../../shared/read-time.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { limits, type TypedIncident } from "./incident-fields.tsx";

const idForm = /^[\w-]{1,100}$/;
const mostActors = 200;

/** Reads the form of an incident as it was typed. */
export function readIncidentForm(form: URLSearchParams): TypedIncident {
	const text = (name: string) => form.get(name) ?? "";
	return {
		title: toOneLine(text("title")),
		actors: form.getAll("actor"),
		others: toOneLine(text("others")),
		from: text("from"),
		until: text("until"),
		awareAt: text("awareAt"),
		notes: text("notes").trim(),
	};
}

/**
 * Reads what an incident is about, in the company's zone.
 * @returns its scope, or what is wrong with it
 */
export function readScope(
	typed: TypedIncident,
	timeZone: string,
	now: Temporal.Instant,
): { scope: IncidentScope } | { errors: FieldError[] } {
	const actors = [...new Set([...typed.actors, ...typed.others.split(/[\s,]+/)])].filter(Boolean);
	const [from, until, awareAt] = [typed.from, typed.until, typed.awareAt].map((text) => readLocalTime(text, timeZone));
	const isPast = (instant: Temporal.Instant) => Temporal.Instant.compare(instant, now) <= 0;
	const checks: Check[] = [
		...checkTexts(typed),
		[actors.length > 0, "actor", "Choose at least one account or token"],
		[actors.every((id) => idForm.test(id)), "others", "Enter IDs as the audit log shows them"],
		[actors.length <= mostActors, "others", `Name at most ${mostActors} accounts and tokens`],
		[from !== undefined, "from", "Enter a date and time"],
		[!from || isPast(from), "from", "Choose a time in the past"],
		[typed.until === "" || until !== undefined, "until", wrongUntil],
		[!from || !until || Temporal.Instant.compare(from, until) < 0, "until", "Choose a time after the beginning"],
		[awareAt !== undefined, "awareAt", "Enter a date and time"],
		[!awareAt || isPast(awareAt), "awareAt", "Choose a time in the past"],
	];
	const errors = listErrors(checks);
	if (errors.length > 0 || !from || !awareAt) return { errors };
	return { scope: { title: typed.title, actors, from, until, awareAt, notes: typed.notes } };
}

/**
 * Reads what can still change of an incident whose notices were confirmed. Everybody who was told stays in its list, so it cannot end
 * before that.
 */
export function readTold(
	typed: TypedIncident,
	{ until: end, noticesAskedAt }: Pick<Incident, "until" | "noticesAskedAt">,
	timeZone: string,
):
	| { told: Pick<IncidentScope, "title" | "notes"> & { until?: Temporal.Instant | undefined } }
	| { errors: FieldError[] } {
	const { title, notes } = typed;
	const until = end ? undefined : readLocalTime(typed.until, timeZone);
	const errors = listErrors([
		...checkTexts(typed),
		[end !== undefined || typed.until === "" || until !== undefined, "until", wrongUntil],
		[
			!until || !noticesAskedAt || Temporal.Instant.compare(noticesAskedAt, until) <= 0,
			"until",
			"Choose a time after the e-mails were sent",
		],
	]);
	return errors.length > 0 ? { errors } : { told: { title, notes, until } };
}

type Check = [isGood: boolean, field: string, message: string];

const wrongUntil = "Enter a date and time, or leave it empty";

function checkTexts({ title, notes }: TypedIncident): Check[] {
	return [
		[title !== "", "title", "Enter a title"],
		[title.length <= limits.title, "title", `Use at most ${limits.title} characters`],
		[notes.length <= limits.notes, "notes", `Use at most ${limits.notes} characters`],
	];
}

function listErrors(checks: readonly Check[]): FieldError[] {
	return checks.filter(([isGood]) => !isGood).map(([, field, message]) => ({ field, message }));
}

/** Writes a stored incident into its form. */
export function toTyped(
	{ title, actors, from, until, awareAt, notes }: IncidentScope,
	{ known, timeZone }: { /** Ids that the form lists. */ known: ReadonlySet<string>; timeZone: string },
): TypedIncident {
	return {
		title,
		actors: actors.filter((id) => known.has(id)),
		others: actors.filter((id) => !known.has(id)).join(" "),
		from: writeTime(from, timeZone),
		until: until ? writeTime(until, timeZone) : "",
		awareAt: writeTime(awareAt, timeZone),
		notes,
	};
}

/** The form of a new incident: found out now. */
export function createTyped(now: Temporal.Instant, timeZone: string): TypedIncident {
	return { title: "", actors: [], others: "", from: "", until: "", awareAt: writeTime(now, timeZone), notes: "" };
}

/** Reads the form of the notice to the authority. */
export function readAuthorityText(form: URLSearchParams): { text: string; errors: FieldError[] } {
	const text = (form.get("authorityText") ?? "").trim();
	const errors =
		text === "" || text.length > limits.authorityText
			? [{ field: "authorityText", message: `Enter a text of at most ${limits.authorityText} characters` }]
			: [];
	return { text, errors };
}

/** Reads the form of the e-mail to the people concerned. */
export function readNotice(form: URLSearchParams): { notice: { subject: string; text: string }; errors: FieldError[] } {
	const notice = { subject: toOneLine(form.get("subject") ?? ""), text: (form.get("noticeText") ?? "").trim() };
	const errors = listErrors([
		[
			notice.subject !== "" && notice.subject.length <= limits.subject,
			"subject",
			`Enter a subject of at most ${limits.subject} characters`,
		],
		[
			notice.text !== "" && notice.text.length <= limits.noticeText,
			"noticeText",
			`Enter a text of at most ${limits.noticeText} characters`,
		],
	]);
	return { notice, errors };
}

/** Reads why the authority is not notified, or its reference. */
export function readAuthority(
	form: URLSearchParams,
	state: "sent" | "not-needed",
): { authority: Pick<Incident["authority"], "state" | "reason">; errors: FieldError[] } {
	const reason = (form.get("reason") ?? "").trim();
	const errors: FieldError[] = [];
	if (state === "not-needed" && reason === "") errors.push({ field: "reason", message: "Enter the reason" });
	if (reason.length > limits.reason)
		errors.push({ field: "reason", message: `Use at most ${limits.reason} characters` });
	return { authority: { state, reason }, errors };
}

function writeTime(instant: Temporal.Instant, timeZone: string): string {
	return instant.toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: "minute" });
}
