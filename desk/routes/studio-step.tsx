import { data, Form, useLocation } from "react-router";
import { listMailboxes } from "../../core/conversations/incoming/mailbox-store.server.ts";
import { findTestEmail } from "../../platform/email/test-email.server.tsx";
import type { AddressFinding } from "../../platform/operations/address-check.ts";
import { mayRead } from "../guard/access.ts";
import { Page } from "../layout/page.tsx";
import { showMailbox } from "../mailboxes/show-mailbox.server.ts";
import { showTestEmail } from "../operations/show-operations.server.ts";
import { readForm } from "../read-form.server.ts";
import { isContentChangeKey } from "../studio/content-change-keys.ts";
import { LaunchCheck } from "../studio/launch-check.tsx";
import { findFormStep } from "../studio/list-first-steps.ts";
import { startPath } from "../studio/paths.ts";
import { useKept } from "../studio/pictures/use-kept.ts";
import { readFirstSteps } from "../studio/read-first-steps.server.ts";
import { beginSiteWork, type SiteWork } from "../studio/site-work.server.ts";
import { closeSamplePositions, sendFirstEmail } from "../studio/start-actions.server.ts";
import { StepGuide } from "../studio/step-guide.tsx";
import { AddressStep, EmailStep } from "../studio/step-parts.tsx";
import { countOf } from "../words.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/studio-step.ts";

/** One of the first steps that is not a form of the company's settings. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const work = beginSiteWork(context);
	const { findings, steps } = await readFirstSteps(work);
	const step = steps.find(({ key }) => key === params.step);
	if (!step || findFormStep(step.key)) throw data(null, { status: 404 });
	return {
		steps,
		step,
		email: step.key === "email" ? await readEmail(work) : undefined,
		publicUrl: work.deps.config.publicUrl,
		mayClose: mayRead("routes/jobs", work.signedIn.account.roles),
		check: {
			left: findings.length,
			texts: findings.filter(({ kind }) => kind === "content").length,
			others: findings.flatMap(({ kind, name, text }) => (kind === "content" ? [] : [{ kind, name, text }])),
		},
	};
}

/** Reads what the step of e-mails shows; undefined for a member who may not operate the desk. */
async function readEmail({ deps, signedIn: { account }, now }: SiteWork) {
	if (!mayRead("routes/operations", account.roles)) return undefined;
	const { db } = deps.database;
	const testEmail = await findTestEmail(db, account, now);
	return {
		ownAddress: account.email,
		testEmail: testEmail && showTestEmail(testEmail, now, deps.company),
		mailboxes: (await listMailboxes(db)).map((mailbox) => ({
			id: mailbox.id,
			address: mailbox.address,
			status: showMailbox(mailbox, { now, place: deps.company }),
		})),
	};
}

type ActionData = { address?: AddressFinding[] };

export async function action({ request, context }: Route.ActionArgs): Promise<ActionData> {
	const work = beginSiteWork(context);
	switch ((await readForm(request)).get("do") ?? "") {
		case "test-email":
			return sendFirstEmail(work);
		case "close-positions":
			return closeSamplePositions(work);
		case "check-address":
			return { address: await work.site.checkAddress() };
		default:
			throw data(null, { status: 400 });
	}
}

export default function StudioStepPage({ loaderData, actionData }: Route.ComponentProps) {
	const { steps, step, email, publicUrl, mayClose, check } = loaderData;
	const answer = useKept(actionData, useLocation().key);
	useLive((key) => isContentChangeKey(key) || key === "mailboxes");
	const positions = check.others.filter(({ kind }) => kind === "position").length;
	return (
		<Page title={step.title}>
			<StepGuide steps={steps} current={step.key} />
			{step.key === "email" &&
				(email ? <EmailStep {...email} /> : <p>An admin sends the test e-mail and connects the mailboxes.</p>)}
			{step.key === "address" && <AddressStep publicUrl={publicUrl} findings={answer?.address} />}
			{step.key === "launch" && (
				<>
					<LaunchCheck {...check} />
					{positions > 0 && mayClose && (
						<Form method="post" action={`${startPath}/launch`} preventScrollReset>
							<button name="do" value="close-positions">
								Close {countOf(positions, `these ${positions} positions`, "this position")}
							</button>
						</Form>
					)}
				</>
			)}
		</Page>
	);
}
