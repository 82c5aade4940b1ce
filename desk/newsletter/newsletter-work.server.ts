import { data, type RouterContextProvider } from "react-router";
import type { Issue, IssueState, IssueSums } from "../../features/newsletter/issue-store.server.ts";
import type { ShownState } from "../records/values.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";

/** Returns the context of a loader or action about one issue, with its article as it is public, if it is. */
export async function beginIssueWork(context: Readonly<RouterContextProvider>, id: string) {
	const work = beginSiteWork(context);
	const issue = await work.deps.issues.find(id);
	if (!issue) throw data(null, { status: 404 });
	return { ...work, issue, article: work.deps.issues.findArticle(issue.article) };
}

const states: Readonly<Record<IssueState, ShownState>> = {
	draft: { state: "waiting", name: "Draft" },
	scheduled: { state: "open", name: "Scheduled" },
	sending: { state: "open", name: "Sending" },
	sent: { state: "closed", name: "Sent" },
	stopped: { state: "closed", name: "Stopped" },
};

/** Returns the state of an issue as the desk shows it. */
export function showState({ state }: Pick<Issue, "state">): ShownState {
	return states[state];
}

/** Returns the sums of an issue in the order of the table. */
export function listSums({
	written,
	sent,
	delivered,
	bounced,
	complained,
	unsubscribed,
}: IssueSums): [string, number][] {
	return [
		["Recipients", written],
		["Sent", sent],
		// As far as known: other servers report what they cannot deliver.
		["Delivered", delivered],
		["Bounced", bounced],
		["Reported as spam", complained],
		["Unsubscribed", unsubscribed],
	];
}
