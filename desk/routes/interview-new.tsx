import { randomUUID } from "node:crypto";
import { data, Link, redirect, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { fillTemplate } from "../../core/conversations/merge-fields.ts";
import type { DeskInterviews } from "../../features/careers/interviews/desk-interviews.server.ts";
import { createOfferTemplate } from "../../features/careers/interviews/interview-texts.ts";
import { interviewLengths, whoeverIsFree } from "../../features/careers/interviews/rules.ts";
import { formatTimeOf } from "../../shared/slot-texts.ts";
import { addDays } from "../../shared/slot-times.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { readFormKey } from "../forms/read-form-key.server.ts";
import { OfferForm, type TimeToOffer, type TypedFields } from "../interviews/offer-form.tsx";
import { readOfferFields, toTypedOffer } from "../interviews/read-offer.server.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { beginWork, getKind } from "../work.server.ts";
import { EmailPreview, type ShownEmail } from "../work/email-preview.tsx";
import { showEmailPreview } from "../work/show-email-preview.server.ts";
import type { Route } from "./+types/interview-new.ts";

/** An undone offer to edit. */
const offerQuery = z.object({ again: z.string().max(20).optional().catch(undefined) });

async function findApplicant(context: Readonly<RouterContextProvider>, request: Request, typed: string) {
	const { deps, kinds, source } = beginWork(context);
	const reference = typed.toUpperCase();
	const kind = getKind(kinds, request);
	const record = await deps.records.find(reference);
	const sent = record && (await kind.findSent(source.database.db, [reference])).get(reference);
	if (!record || record.kind !== kind.name || !sent) throw data(null, { status: 404 });
	return { reference, kind, record, sent };
}

/** The form that offers an interview. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const { deps, signedIn, now } = beginWork(context);
	const { reference, kind, record, sent } = await findApplicant(context, request, params.reference);
	const { timeZone, timeZoneLabel } = deps.company;
	const interviews = deps.openInterviews();
	const interviewers = await interviews.listInterviewers();
	const { again } = offerQuery.parse(readQuery(request));
	const earlier = again === undefined ? undefined : (await interviews.findChoices(again))?.appointment;
	const template = createOfferTemplate(sent.about ?? "the position");
	const draft = (await deps.records.replies.begin(reference, { template, by: signedIn.account })) ?? {
		subject: "",
		text: "",
	};
	const today = findDate(now.epochMilliseconds, timeZone);
	const first: TypedFields = {
		lead: interviewers.some(({ id }) => id === signedIn.account.id) ? signedIn.account.id : whoeverIsFree,
		hostIds: [],
		length: "30",
		first: addDays(today, 1),
		last: addDays(today, 7),
		place: "video",
		starts: [],
		template: "",
		subject: draft.subject,
		text: draft.text,
	};
	// Past days cannot be offered again.
	const days = earlier &&
		earlier.lastDate >= today && {
			first: earlier.firstDate < today ? today : earlier.firstDate,
			last: earlier.lastDate,
			starts: (earlier.startsMs ?? []).map(toStart),
		};
	const typed: TypedFields =
		earlier?.application === reference
			? {
					...first,
					lead: earlier.firstIsFree ? whoeverIsFree : (earlier.hostIds[0] ?? whoeverIsFree),
					hostIds: earlier.firstIsFree ? earlier.hostIds : earlier.hostIds.slice(1),
					length: String(earlier.durationMinutes),
					place: interviews.findPlaceKey(earlier.place),
					...days,
					subject: earlier.subject,
					text: earlier.text,
				}
			: first;
	return {
		reference,
		name: record.senderName,
		isClosed: record.spam || sent.email === "" || kind.isWithdrawn?.(record) === true,
		recipient: sent.email,
		mailbox: kind.mailbox,
		formKey: randomUUID(),
		typed,
		times: typed.starts.length > 0 ? await listTimes(interviews, typed, timeZone) : undefined,
		choices: {
			interviewers: interviewers.map(({ id, name, hasVideo }) => ({ id, name, hasVideo })),
			places: interviews.listPlaces(),
			lengths: [...interviewLengths],
			templates: (await deps.records.templates.list(kind.name)).map(({ id, name }) => ({ id, name })),
			timeZoneLabel,
		},
	};
}

type ActionData = {
	typed: TypedFields;
	errors: FieldError[];
	times?: TimeToOffer[];
	preview?: ShownEmail;
	nextFormKey?: string;
};

export async function action({ request, context, params }: Route.ActionArgs): Promise<ActionData> {
	const { deps, signedIn, deskRequest, notingNew } = beginWork(context);
	const { reference, kind } = await findApplicant(context, request, params.reference);
	const form = await readForm(request);
	const typed = readOfferFields(form);
	const by = signedIn.account;
	const interviews = deps.openInterviews();
	const asked = form.get("do");
	const again = (errors: FieldError[], more: Partial<ActionData> = {}): Promise<ActionData> =>
		showAgain(errors, typed, more);
	if (asked === "template") {
		const template = (await deps.records.templates.list(kind.name)).find(({ id }) => id === typed.template);
		const values = template && (await deps.records.replies.findMergeValues(reference, by.name));
		if (!values) return again([]);
		const filled = { subject: fillTemplate(template.subject, values), text: fillTemplate(template.text, values) };
		return again([], { typed: { ...typed, ...filled } });
	}
	if (asked === "times") return again([], { times: await listTimes(interviews, typed, deps.company.timeZone) });
	if (asked === "preview") {
		const result = await interviews.preview(reference, toTypedOffer(typed), by);
		return result.ok ? again([], { preview: showEmailPreview(result.email) }) : again(result.errors);
	}
	if (asked !== "send") throw data(null, { status: 400 });
	const database = notingNew("application.interview-offered");
	const options = { idempotencyKey: readFormKey(form) };
	const result = await deps.openInterviews(database).offer(reference, toTypedOffer(typed), by, options);
	if (!result.ok) return again(result.errors, { nextFormKey: randomUUID() });
	deps.onEmails();
	deskRequest.notices.leave("Offer goes out in 10 seconds. You can still undo it.");
	throw redirect(`/applications/${encodeURIComponent(reference)}#interviews`, 303);

	/** Shows the form with the typed values; chosen times stay visible. */
	async function showAgain(errors: FieldError[], fields: TypedFields, more: Partial<ActionData>): Promise<ActionData> {
		const times = fields.starts.length > 0 && {
			times: await listTimes(interviews, typed, deps.company.timeZone),
		};
		return { typed: fields, errors, ...times, ...more };
	}
}

async function listTimes(
	interviews: Pick<DeskInterviews, "listFree">,
	typed: TypedFields,
	timeZone: string,
): Promise<TimeToOffer[]> {
	return (await interviews.listFree(toTypedOffer(typed))).map((startMs) => ({
		value: toStart(startMs),
		date: findDate(startMs, timeZone),
		time: formatTimeOf(startMs, timeZone),
	}));
}

/** Writes a time to offer as the form sends it. */
function toStart(startMs: number): string {
	return new Date(startMs).toISOString();
}

export default function InterviewNewPage({ loaderData, actionData }: Route.ComponentProps) {
	const { reference, name, isClosed, choices, recipient, mailbox, formKey } = loaderData;
	const errors = actionData?.errors ?? [];
	const typed = actionData?.typed ?? loaderData.typed;
	return (
		<Page
			title={`Offer ${name} an interview`}
			subtitle={<span className="number">{reference}</span>}
			actions={
				<Link className="button" to={`/applications/${reference}`}>
					Back to application
				</Link>
			}
		>
			<ErrorSummary errors={errors} />
			{isClosed && (
				<p className="empty">
					The application is withdrawn, marked as spam or without an e-mail address, so you cannot offer an interview.
				</p>
			)}
			{!isClosed && choices.interviewers.length === 0 && (
				<p className="empty">
					No interviewers yet. <Link to="/my-calendar">Make yourself bookable for interviews</Link>, or ask an admin to
					add someone.
				</p>
			)}
			{!isClosed && choices.interviewers.length > 0 && (
				<OfferForm
					choices={choices}
					typed={typed}
					times={actionData ? actionData.times : loaderData.times}
					recipient={recipient}
					mailbox={mailbox}
					formKey={formKey}
					nextFormKey={actionData?.nextFormKey}
					errors={errors}
				/>
			)}
			{actionData?.preview && <EmailPreview email={actionData.preview} />}
		</Page>
	);
}
