import { data } from "react-router";
import { respondToSubscriptionForm } from "../../core/subscriptions/respond-to-subscription-form.server.ts";
import { privacyRequestsContext } from "../../features/privacy-requests/context.server.ts";
import { requestKinds } from "../../features/privacy-requests/request-kinds.ts";
import { findLastDay } from "../../features/privacy-requests/response-days.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { hiddenHead } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { formatDate } from "../../shared/format-date.ts";
import { Button } from "../../ui/button.tsx";
import { respondToSubscription, keepAddressSecret, notStoredMessage } from "../private-page.ts";
import { FormProblem } from "../sections/form-problem.tsx";
import { OutcomePage } from "../sections/outcome-page.tsx";
import type { Route } from "./+types/privacy-request.ts";

/** The private page of one request about data. Only a form post changes anything, because mail scanners follow links too. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const found = await context.get(privacyRequestsContext).find(params.token);
	const head = hiddenHead(content, "/privacy", {
		title: "Your request",
		description: "Confirm your request about your data.",
	});
	const { company } = content;
	const shown = found && {
		choice: requestKinds[found.requestKind].choice,
		message: found.message,
		record: found.record,
		lastDay: found.confirmedAt === undefined ? undefined : formatDate(findLastDay(found.confirmedAt, company)),
	};
	return data({ head, path: `/privacy/request/${params.token}`, request: shown }, { status: found ? 200 : 404 });
}

export async function action({ request, params, context }: Route.ActionArgs) {
	const requests = context.get(privacyRequestsContext);
	const outcome = await respondToSubscriptionForm(await request.formData(), params.token, requests);
	return respondToSubscription(outcome, `/privacy/request/${params.token}`);
}

export const headers: Route.HeadersFunction = keepAddressSecret;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function PrivacyRequestPage({ loaderData: { path, request }, actionData }: Route.ComponentProps) {
	if (!request) {
		const isDeleted = actionData?.outcome === "ended";
		return (
			<OutcomePage
				title={isDeleted ? "The request is deleted" : "There is no request here"}
				text={
					isDeleted
						? "We have deleted the request and your address."
						: "It was deleted, was not confirmed within two days, or was confirmed more than two days ago."
				}
				to="/privacy"
			>
				Privacy policy
			</OutcomePage>
		);
	}
	const { choice, message, record, lastDay } = request;
	if (record !== undefined)
		return (
			<section className="container-page section-space">
				<h1 className="text-title">We have your request</h1>
				<FormProblem
					text={
						actionData?.outcome === "kept"
							? "It was already confirmed, so it was not deleted. If it is not yours, reply to our e-mail about it."
							: undefined
					}
					className="mt-6 max-w-[52ch]"
				/>
				<p className="mt-6 max-w-[52ch]">
					We will answer it by <strong>{lastDay}</strong>. Its reference is <strong>{record}</strong>.
				</p>
			</section>
		);
	return (
		<section className="container-page section-space">
			<h1 className="text-title">Confirm your request</h1>
			<dl className="mt-6 max-w-[52ch] space-y-4">
				<div>
					<dt className="font-semibold">Request</dt>
					<dd>{choice}</dd>
				</div>
				{message !== "" && (
					<div>
						<dt className="font-semibold">Message</dt>
						<dd className="whitespace-pre-line break-words">{message}</dd>
					</div>
				)}
			</dl>
			<FormProblem text={actionData && notStoredMessage} />
			<form method="post" action={path} className="mt-8 flex flex-wrap gap-4">
				<Button type="submit" name="intent" value="confirm">
					Confirm the request
				</Button>
				<Button type="submit" name="intent" value="end" look="secondary">
					It is not mine
				</Button>
			</form>
		</section>
	);
}
