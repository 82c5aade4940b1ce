import { data, redirect } from "react-router";
import { mayRead } from "../guard/access.ts";
import { sendTestEmail } from "../operations/send-test-email.server.ts";
import { startPath } from "./paths.ts";
import type { SiteWork } from "./site-work.server.ts";

/** Sends the member a test e-mail and shows the step again. */
export async function sendFirstEmail(work: SiteWork): Promise<never> {
	if (!mayRead("routes/operations", work.signedIn.account.roles)) throw data(null, { status: 403 });
	await sendTestEmail(work);
	throw redirect(`${startPath}/email`, 303);
}

/** Closes every position of the sample company. */
export async function closeSamplePositions({ deps, site, signedIn, deskRequest, noteJob }: SiteWork): Promise<never> {
	if (!mayRead("routes/jobs", signedIn.account.roles)) throw data(null, { status: 403 });
	const positions = (await site.checkLaunch()).filter(({ kind }) => kind === "position");
	for (const { name } of positions) await deps.jobs.writing.close(name, noteJob);
	deskRequest.notices.leave(positions.length === 1 ? "1 position closed." : `${positions.length} positions closed.`);
	throw redirect(`${startPath}/launch`, 303);
}

/** Shows or hides the first steps on Today, and redirects there. */
export async function showOnToday({ deps, signedIn, deskRequest }: SiteWork, isShown: boolean): Promise<never> {
	await deps.accounts.own.setFirstStepsHidden(signedIn, !isShown);
	deskRequest.notices.leave(
		isShown ? "First steps shown on Today." : "First steps hidden from Today. Find them under Content.",
	);
	throw redirect(isShown ? startPath : "/", 303);
}
