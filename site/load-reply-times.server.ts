import type { RouterContextProvider } from "react-router";
import { publicReplyTimesContext } from "../core/records/public-reply-times.server.ts";
import { applicationReplyWords, enquiryReplyWords, writeReplyTimes } from "../core/records/reply-time-sentence.ts";
import { applicationNames } from "../features/careers/applications/application-names.ts";
import { enquiryNames } from "../features/enquiries/enquiry-names.ts";
import { contentContext } from "../features/publishing/content-context.server.ts";
import { unlessUnavailable } from "../platform/pages/unless-unavailable.server.ts";

const shown = {
	enquiries: { kind: enquiryNames.name, words: enquiryReplyWords },
	applications: { kind: applicationNames.name, words: applicationReplyWords },
};

/**
 * Loads the sentence about the company's reply times.
 * @returns the page's data: empty unless the company shows it and enough records are measured, so that the page is then as without it
 */
export async function loadReplyTimes(
	context: Readonly<RouterContextProvider>,
	of: keyof typeof shown,
): Promise<{ replyTimes?: string }> {
	const { company } = context.get(contentContext);
	if (!company.publicReplyTimes?.[of]) return {};
	const { kind, words } = shown[of];
	const figures = await unlessUnavailable(context.get(publicReplyTimesContext)(kind));
	const replyTimes = figures && writeReplyTimes(figures, words, company.locale);
	return replyTimes === undefined ? {} : { replyTimes };
}
