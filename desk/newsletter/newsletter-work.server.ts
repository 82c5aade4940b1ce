import { data, type RouterContextProvider } from "react-router";
import type { Content } from "../../features/publishing/documents/content.ts";
import type { Issue, IssueState, IssueSums } from "../../features/newsletter/issue-store.server.ts";
import type { SendableArticle } from "../../features/newsletter/issues.server.ts";
import type { ShownState } from "../records/values.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";

/** Returns the context of a loader or action about one issue, with the article that it is made of, if it is still public. */
export async function beginIssueWork(context: Readonly<RouterContextProvider>, id: string) {
	const work = beginSiteWork(context);
	const issue = await work.deps.issues.find(id);
	if (!issue) throw data(null, { status: 404 });
	return { ...work, issue, article: findArticle(work.site.readContent(), issue.article) };
}

/** Finds a public article. */
export function findArticle({ posts }: Pick<Content, "posts">, slug: string): SendableArticle | undefined {
	const post = posts.find((one) => one.slug === slug);
	return (
		post && {
			slug: post.slug,
			title: post.title,
			description: post.description,
			topic: post.category,
			html: post.html,
		}
	);
}

const states: Readonly<Record<IssueState, ShownState>> = {
	draft: { state: "open", name: "Draft" },
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
