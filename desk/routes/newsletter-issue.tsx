import { data, Form, Link, redirect } from "react-router";
import { readInstant } from "../../shared/read-time.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/field.tsx";
import { WhenFields } from "../forms/when-fields.tsx";
import { Page } from "../layout/page.tsx";
import { useCounts } from "../layout/use-counts.ts";
import { readIssueWords, readSendingTime } from "../newsletter/issue-form.server.ts";
import { beginIssueWork, listSums, showState } from "../newsletter/newsletter-work.server.ts";
import { readForm } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { StateLabel, ValueText } from "../records/shown-value.tsx";
import { PageFrame } from "../studio/page-frame.tsx";
import { countOf } from "../words.ts";
import type { Route } from "./+types/newsletter-issue.ts";

/** One issue: its words and recipients before it is sent, and what became of it afterwards. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const { deps, issue, article, signedIn } = await beginIssueWork(context, params.id);
	const { company, issues } = deps;
	const isDraft = issue.state === "draft";
	const { send } = readQuery(request);
	const at = send === undefined ? undefined : readInstant(send);
	const topic = article?.topic ?? issue.topic;
	return {
		id: issue.id,
		title: article?.title ?? issue.title,
		isPublic: article !== undefined,
		topic,
		state: showState(issue),
		step: issue.state,
		words: { subject: issue.subject, preheader: issue.preheader },
		recipients: isDraft || issue.state === "scheduled" ? await issues.countSubscriptions(topic) : undefined,
		perHour: deps.config.newslettersPerHour,
		due: issue.dueAt && showValue(issue.dueAt, company),
		hasBegun: issue.startedAt !== undefined,
		canStop:
			issue.state === "scheduled" || issue.state === "sending" || (issue.state === "sent" && issue.sums.waiting > 0),
		ended: issue.endedAt && showValue(issue.endedAt, company),
		sums: listSums(issue.sums),
		/** Sending now or at a time, which is left to confirm. */
		confirm:
			isDraft && send !== undefined && (send === sendNow || at)
				? { send, at: at && showValue(at, company) }
				: undefined,
		ownAddress: signedIn.account.email,
		zone: company.timeZoneLabel,
		now: showValue(deps.clock.now(), company).text,
	};
}

type Typed = { subject: string; preheader: string; when: string; at: string };

export async function action({ request, context, params }: Route.ActionArgs) {
	const work = await beginIssueWork(context, params.id);
	const { deps, issue, article, signedIn, deskRequest, noting } = work;
	const { issues, company } = deps;
	const form = await readForm(request);
	const asked = form.get("do");
	const own = `/newsletter/${issue.id}`;
	const note = (deed: string) => noting({ action: `newsletter.${deed}`, subject: issue.id }).database;
	const leave = (notice: string, path = own): never => {
		deskRequest.notices.leave(notice);
		throw redirect(path, 303);
	};
	if (asked === "stop")
		return leave(
			!(await issues.stop(note("stop"), issue.id))
				? "It has been sent or stopped already."
				: issue.startedAt
					? "Stopped. No further e-mails go out."
					: "Cancelled. It is a draft again.",
		);
	const isOff = !article || !company.parts.newsletter;
	if (asked === "resume") {
		if (isOff) return leave("It was not resumed: the article or the newsletter is off.");
		return leave(
			(await issues.resume(note("resume"), issue.id))
				? "Sending goes on within seconds."
				: "Someone else has resumed it already.",
		);
	}
	if (asked === "delete")
		return leave(
			(await issues.deleteDraft(note("delete"), issue.id)) ? "Draft deleted." : "It is no longer a draft.",
			"/newsletter",
		);
	if (asked === "send") {
		const dueAt = readInstant(form.get("at") ?? "");
		if (!dueAt && form.get("at") !== sendNow) throw data(null, { status: 400 });
		if (isOff) return leave("It was not sent: the article or the newsletter is off.");
		if (dueAt && Temporal.Instant.compare(dueAt, deps.clock.now()) <= 0)
			return leave("Not sent: the chosen time has passed. Choose another one.");
		const seen = readIssueWords(form).words;
		if (!(await issues.send(note("send"), issue.id, { dueAt, seen })))
			return leave(
				(await issues.find(issue.id))?.state === "draft"
					? "Not sent: someone else has changed it. Review it again."
					: "Someone else has sent it already.",
			);
		return leave(dueAt ? `Scheduled for ${showValue(dueAt, company).text}.` : "Sending begins within seconds.");
	}
	if (asked !== "save" && asked !== "test" && asked !== "review") throw data(null, { status: 400 });
	const { words, errors } = readIssueWords(form);
	const time = asked === "review" ? readSendingTime(form, company.timeZone, deps.clock.now()) : undefined;
	const typed: Typed = { ...words, when: form.get("when") ?? "now", at: form.get("at") ?? "" };
	const refuse = (refused: FieldError[], status: number) => data({ errors: refused, typed }, { status });
	const faults = [...errors, ...(time?.errors ?? [])];
	if (faults.length > 0) return refuse(faults, 422);
	if (!article) return refuse([{ field: "subject", message: "The article is no longer public" }], 409);
	if (!(await issues.save(note("change"), issue.id, words, article))) return leave("Someone else has sent it already.");
	if (asked === "save") return leave("Draft saved.");
	if (asked === "test") {
		await issues.test(note("test"), issue.id, signedIn.account.email);
		return leave(`Test on its way to ${signedIn.account.email}.`);
	}
	throw redirect(`${own}?${new URLSearchParams({ send: time?.at?.toString() ?? sendNow })}`, 303);
}

/** In the address of the confirmation, in place of a time. */
const sendNow = "now";

export default function NewsletterIssuePage({ loaderData, actionData }: Route.ComponentProps) {
	const { id, title, step, state } = loaderData;
	const write = useCounts();
	const path = `/newsletter/${id}`;
	return (
		<Page
			title={title}
			subtitle={
				<>
					<StateLabel state={state} /> <Link to="/newsletter">All issues</Link>
				</>
			}
		>
			<ErrorSummary errors={actionData?.errors ?? []} />
			<div className="issue">
				<div>
					{step === "draft" && loaderData.confirm ? (
						<div className="panel">
							<p>
								Send <strong dir="auto">{loaderData.words.subject}</strong>{" "}
								{loaderData.confirm.at ? <ValueText value={loaderData.confirm.at} /> : "now"}?
							</p>
							<Recipients issue={loaderData} />
							<Form method="post" action={path} reloadDocument>
								<input type="hidden" name="at" value={loaderData.confirm.send} />
								<input type="hidden" name="subject" value={loaderData.words.subject} />
								<input type="hidden" name="preheader" value={loaderData.words.preheader} />
								<div className="actions">
									<button name="do" value="send" className="button-main">
										Send to {write(loaderData.recipients ?? 0)}{" "}
										{countOf(loaderData.recipients ?? 0, "subscribers", "subscriber")}
									</button>
									<Link className="button" to={path}>
										Cancel
									</Link>
								</div>
							</Form>
						</div>
					) : step === "draft" ? (
						<DraftForm issue={loaderData} path={path} refused={actionData} />
					) : (
						<Progress issue={loaderData} path={path} />
					)}
				</div>
				<section aria-labelledby="preview">
					<h2 id="preview">Preview</h2>
					<PageFrame src={`${path}/preview`} title="The e-mail as a subscriber gets it" width="phone" />
				</section>
			</div>
		</Page>
	);
}

type ShownIssue = Route.ComponentProps["loaderData"];

/** When an issue is sent, what became of it, and stopping it or going on. */
function Progress({ issue, path }: { issue: ShownIssue; path: string }) {
	const { step, due, ended, hasBegun, canStop, isPublic, sums } = issue;
	const write = useCounts();
	return (
		<div className="panel">
			{step === "stopped" && !hasBegun ? (
				<p>It was not sent: the article or the newsletter was off when sending was to begin.</p>
			) : (
				<p>
					{step === "scheduled" ? "Sending begins" : "Sending began"} {due && <ValueText value={due} />}
					{ended && (
						<>
							{step === "stopped" ? "; stopped" : "; the last e-mail was written"} <ValueText value={ended} />
						</>
					)}
					.
				</p>
			)}
			{hasBegun ? (
				<dl className="fields">
					{sums.map(([name, count]) => (
						<div key={name}>
							<dt>{name}</dt>
							<dd className="number">{write(count)}</dd>
						</div>
					))}
				</dl>
			) : (
				step === "scheduled" && <Recipients issue={issue} />
			)}
			{step === "stopped" && <p>Subscribers who do not have it yet get it when you resume. Nobody gets it twice.</p>}
			{(canStop || step === "stopped") && (
				<Form method="post" action={path} reloadDocument>
					{step === "stopped" ? (
						<button name="do" value="resume" className="button-main" disabled={!isPublic}>
							Resume
						</button>
					) : (
						<button name="do" value="stop">
							{step === "scheduled" ? "Cancel sending" : "Stop sending"}
						</button>
					)}
				</Form>
			)}
		</div>
	);
}

/** How many get it, and how long that takes. */
function Recipients({ issue: { recipients = 0, topic, perHour } }: { issue: ShownIssue }) {
	const write = useCounts();
	const hours = Math.ceil(recipients / perHour);
	return (
		<p>
			{write(recipients)} {countOf(recipients, "subscribers get", "subscriber gets")} articles about{" "}
			<span dir="auto">{topic}</span>. Sending takes {hours <= 1 ? "up to an hour" : `about ${write(hours)} hours`}, and
			other e-mails do not wait for it.
		</p>
	);
}

/** The words of an issue, a test, and sending it. */
function DraftForm({
	issue,
	path,
	refused,
}: {
	issue: ShownIssue;
	path: string;
	refused: { errors: FieldError[]; typed: Typed } | undefined;
}) {
	const { words, isPublic, zone, now, ownAddress } = issue;
	const errors = refused?.errors ?? [];
	const typed = refused?.typed ?? { ...words, when: "now", at: "" };
	return (
		<Form method="post" action={path} className="form" reloadDocument noValidate>
			{!isPublic && <p>The article is no longer public, so it cannot be sent.</p>}
			<TextField
				name="subject"
				label="Subject"
				maxLength={150}
				autoComplete="off"
				spellCheck
				required
				defaultValue={typed.subject}
				errors={errors}
			/>
			<TextField
				name="preheader"
				label="Preview text"
				hint="Mail programs show it after the subject."
				maxLength={150}
				autoComplete="off"
				spellCheck
				defaultValue={typed.preheader}
				errors={errors}
			/>
			<div className="actions">
				<button name="do" value="save">
					Save draft
				</button>
				<button name="do" value="test">
					Send a test to {ownAddress}
				</button>
				<button name="do" value="delete">
					Delete draft
				</button>
			</div>
			<WhenFields zone={zone} now={now} typed={typed} errors={errors} />
			<Recipients issue={issue} />
			<button name="do" value="review" className="button-main" disabled={!isPublic}>
				Send…
			</button>
		</Form>
	);
}
