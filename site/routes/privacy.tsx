import { data } from "react-router";
import { acceptPostedRequest } from "../../features/privacy-requests/accept-posted-form.server.ts";
import { privacyRequestsContext } from "../../features/privacy-requests/context.server.ts";
import { findResponseDays } from "../../features/privacy-requests/response-days.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { formRefusedContext } from "../../platform/pages/live-page-context.server.ts";
import { useNotices } from "../layout/use-notices.ts";
import { notStored } from "../private-page.ts";
import { DocumentArticle } from "../sections/document-article.tsx";
import { OutcomePage } from "../sections/outcome-page.tsx";
import { PrivacyRequestForm } from "../sections/privacy-request-form.tsx";
import type { Route } from "./+types/privacy.ts";

/** The privacy policy, with the form for requests about one's own data below it. */
export function loader({ context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	return {
		head: headOf(content, "/privacy", { refused: context.get(formRefusedContext) }),
		document: content.documents.privacy,
		answerWithinDays: findResponseDays(content.company),
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	const outcome = await acceptPostedRequest(await request.formData(), {
		privacyRequests: context.get(privacyRequestsContext),
		locale: context.get(contentContext).company.locale,
	});
	if (outcome.kind === "sent") return data(outcome, { status: 200 });
	context.set(formRefusedContext, true);
	return data(outcome, outcome.kind === "rejected" ? { status: 422 } : notStored);
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function PrivacyPage({ loaderData, actionData }: Route.ComponentProps) {
	const { document, answerWithinDays } = loaderData;
	const notices = useNotices();
	if (actionData?.kind === "sent")
		return (
			<OutcomePage
				title="Check your inbox"
				text="We have sent you an e-mail with a link. Open it within two days to confirm that the request is yours; we will then act on it."
				to="/privacy"
			>
				Back to the privacy policy
			</OutcomePage>
		);
	return (
		<>
			<DocumentArticle {...document} />
			<PrivacyRequestForm answerWithinDays={answerWithinDays} notice={notices.dataRequest} refused={actionData} />
		</>
	);
}
