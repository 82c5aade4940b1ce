import { data, Form, Link, useLocation } from "react-router";
import type { AddressFinding } from "../../platform/operations/address-check.ts";
import { findTestEmail } from "../../platform/email/test-email.server.tsx";
import { mayRead } from "../guard/access.ts";
import { Page } from "../layout/page.tsx";
import { showTestEmail } from "../operations/show-operations.server.ts";
import { readForm } from "../read-form.server.ts";
import { findLogo } from "../studio/choose-logo.server.ts";
import { isContentChangeKey } from "../studio/content-change-keys.ts";
import { AddressStep, FirstStepItem, LogoStep, TestEmailStep } from "../studio/first-step.tsx";
import { LaunchCheck } from "../studio/launch-check.tsx";
import { listFirstSteps } from "../studio/list-first-steps.ts";
import type { UploadReport } from "../../features/publishing/pictures/uploads.server.ts";
import { useKept } from "../studio/pictures/use-kept.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import { startPath } from "../studio/paths.ts";
import { closeSamplePositions, sendFirstEmail, showOnToday, takeLogo } from "../studio/start-actions.server.ts";
import { StudioNavigation } from "../studio/studio-navigation.tsx";
import { useLive } from "../work/use-live.ts";
import { countOf } from "../words.ts";
import type { Route } from "./+types/studio-start.ts";

/** The remaining steps before the launch. */
export async function loader({ context }: Route.LoaderArgs) {
	const work = beginSiteWork(context);
	const { deps, site, signedIn, now } = work;
	const { account } = signedIn;
	const findings = await site.checkLaunch();
	const byDocument = Map.groupBy(
		findings.filter(({ kind }) => kind === "content"),
		({ name }) => name,
	);
	const mayOperate = mayRead("routes/operations", account.roles);
	const testEmail = mayOperate ? await findTestEmail(deps.database.db, account, now) : undefined;
	const drafts = (await site.studio.listDocuments()).filter(({ draft }) => draft);
	return {
		steps: listFirstSteps(findings, { sendsEmails: deps.config.smtpUrl !== undefined }),
		drafts: drafts.length,
		isHidden: await deps.accounts.own.hidesFirstSteps(signedIn),
		logo: await findLogo(work),
		mayOperate,
		ownAddress: account.email,
		testEmail: testEmail && showTestEmail(testEmail, now, deps.company),
		mayClose: mayRead("routes/jobs", account.roles),
		publicUrl: deps.config.publicUrl,
		check: {
			left: findings.length,
			documents: [...byDocument].map(([name, fields]) => ({
				name,
				fields: fields.map(({ field, text }) => ({ field, text })),
			})),
			others: findings.flatMap(({ kind, name, text }) => (kind === "content" ? [] : [{ kind, name, text }])),
		},
	};
}

type Answer = { address?: AddressFinding[]; upload?: UploadReport };

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
	const work = beginSiteWork(context);
	const asked = (await readForm(request)).get("do") ?? "";
	switch (asked) {
		case "upload":
			return { upload: await takeLogo(context, work) };
		case "test-email":
			return sendFirstEmail(work);
		case "close-positions":
			return closeSamplePositions(work);
		case "hide":
		case "show":
			return showOnToday(work, asked === "show");
		case "check-address":
			return { address: await work.site.checkAddress() };
		default:
			throw data(null, { status: 400 });
	}
}

export default function StudioStartPage({ loaderData, actionData }: Route.ComponentProps) {
	const { steps, drafts, isHidden, logo, mayOperate, mayClose, publicUrl, check } = loaderData;
	const answer = useKept(actionData, useLocation().key);
	useLive(isContentChangeKey);
	const done = steps.filter(({ isDone }) => isDone).length;
	const positions = check.others.filter(({ kind }) => kind === "position").length;
	return (
		<Page
			title="First steps"
			subtitle={`${done} of ${steps.length} steps done. Drafts count once published.`}
			actions={
				drafts > 0 && (
					<Link className="button button-main" to="/studio/publish">
						Publish {countOf(drafts, `${drafts} drafts`, "draft")}…
					</Link>
				)
			}
		>
			<StudioNavigation />
			<ol className="first-steps">
				{steps.map((step) => (
					<FirstStepItem key={step.key} step={step}>
						{step.key === "name" && <LogoStep logo={logo} report={answer?.upload} />}
						{step.key === "email" && mayOperate && <TestEmailStep {...loaderData} />}
						{step.key === "address" && <AddressStep publicUrl={publicUrl} findings={answer?.address} />}
					</FirstStepItem>
				))}
			</ol>
			<LaunchCheck {...check} />
			{positions > 0 && mayClose && (
				<Form method="post" action={`${startPath}#left`} preventScrollReset>
					<button name="do" value="close-positions">
						Close {countOf(positions, `these ${positions} positions`, "this position")}
					</button>
				</Form>
			)}
			{isHidden && done < steps.length && (
				<Form method="post" action={startPath}>
					<button name="do" value="show">
						Show these steps on Today
					</button>
				</Form>
			)}
		</Page>
	);
}
