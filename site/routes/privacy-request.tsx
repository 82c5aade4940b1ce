import { data, redirect } from "react-router";
import { answerSubscriptionForm } from "../../core/subscriptions/answer-subscription-form.server.ts";
import { findLastDay } from "../../features/privacy-requests/answer-days.ts";
import { privacyRequestsContext } from "../../features/privacy-requests/context.server.ts";
import { requestKinds } from "../../features/privacy-requests/request-kinds.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { formatDate } from "../../shared/format-date.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { keepAddressSecret, notStored, notStoredMessage, secretAddressHeaders } from "../private-page.ts";
import type { Route } from "./+types/privacy-request.ts";

/** The private page of one request about data. Only a form post changes anything, because mail scanners follow links too. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const found = await context.get(privacyRequestsContext).find(params.token);
	const head = headOf(content, "/privacy", {
		indexed: false,
		meta: { title: "Your request", description: "Confirm your request about your data.", keywords: [] },
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
	switch (await answerSubscriptionForm(await request.formData(), params.token, requests)) {
		case "confirmed":
			throw redirect(`/privacy/request/${params.token}`, { status: 303, headers: secretAddressHeaders });
		case "ended":
			return data({ ended: true }, { status: 200 });
		case "unknown":
			throw data(null, { status: 404 });
		case "failed":
			return data({ ended: false }, notStored);
	}
}

export const headers: Route.HeadersFunction = keepAddressSecret;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function PrivacyRequestPage({ loaderData: { path, request }, actionData }: Route.ComponentProps) {
	if (!request)
		return (
			<section className="container-page section-space">
				<h1 className="text-title">{actionData?.ended ? "The request is deleted" : "There is no request here"}</h1>
				<p className="mt-6 max-w-[52ch]">
					{actionData?.ended
						? "We have deleted what was entered and your address with it."
						: "Nobody confirmed it within two days, or it was confirmed more than two days ago."}
				</p>
				<ButtonLink to="/privacy" className="mt-8">
					Privacy policy
				</ButtonLink>
			</section>
		);
	const { choice, message, record, lastDay } = request;
	if (record !== undefined)
		return (
			<section className="container-page section-space">
				<h1 className="text-title">We have your request</h1>
				<p className="mt-6 max-w-[52ch]">
					We answer it by <strong>{lastDay}</strong>. Its reference is <strong>{record}</strong>.
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
			{actionData && (
				<p role="alert" className="mt-6 rounded-12 border-2 border-error bg-white p-5 font-semibold text-error">
					{notStoredMessage}
				</p>
			)}
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
