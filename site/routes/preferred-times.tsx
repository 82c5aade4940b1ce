import { data } from "react-router";
import { acceptPreferredTimes } from "../../features/enquiries/accept-preferred-times.server.ts";
import { submitEnquiryContext } from "../../features/enquiries/context.server.ts";
import { PreferredTimesForm } from "../../features/enquiries/preferred-times-form.tsx";
import { respondToPostedEnquiry } from "../../features/enquiries/respond-to-posted-enquiry.server.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { hiddenHead } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { formRefusedContext } from "../../platform/pages/live-page-context.server.ts";
import {
	demoSlug,
	findCallType,
	pathOfCalls,
	pathOfPreferredTimes,
	writeTitleInSentence,
} from "../../shared/call-type.ts";
import { useNotices } from "../layout/use-notices.ts";
import { BackLink } from "../sections/back-link.tsx";
import type { Route } from "./+types/preferred-times.ts";

function getCall({ callType = demoSlug }: { callType?: string | undefined }, context: Route.LoaderArgs["context"]) {
	const content = context.get(contentContext);
	const call = findCallType(content.company, callType);
	if (!call) throw data(null, { status: 404 });
	return { content, call };
}

/** Asks visitors who find no time for a call when they can; their answer is an enquiry. */
export function loader({ params, context }: Route.LoaderArgs) {
	const { content, call } = getCall(params, context);
	const { company } = content;
	return {
		head: hiddenHead(content, pathOfPreferredTimes(call.slug), {
			title: "None of these times work for you?",
			description: `Tell us when you are free, and we will find a time for your ${writeTitleInSentence(call.title)}.`,
			refused: context.get(formRefusedContext),
		}),
		callsPath: pathOfCalls(call.slug),
		title: call.title,
		days: company.hours.days,
		email: company.email,
		phone: company.phone,
	};
}

export async function action({ request, params, context }: Route.ActionArgs) {
	const { content, call } = getCall(params, context);
	const outcome = await acceptPreferredTimes(await request.formData(), {
		title: call.title,
		submitEnquiry: context.get(submitEnquiryContext),
		company: content.company,
	});
	return respondToPostedEnquiry(outcome, context);
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function PreferredTimesPage({ loaderData, actionData }: Route.ComponentProps) {
	const { callsPath, title, days, email, phone } = loaderData;
	const notices = useNotices();
	return (
		<section className="container-page section-space">
			<BackLink to={callsPath}>{title}</BackLink>
			<h1 className="mt-6 text-title">None of these times work for you?</h1>
			<p className="mt-5 mb-8 max-w-[52ch]">
				Tell us when you are free, and we will find a time for your {writeTitleInSentence(title)}. We will reply by
				e-mail.
			</p>
			{actionData?.kind === "failed" && (
				<p role="alert" className="mb-8">
					We could not send this. Your text is still here, so you can try again, write to{" "}
					<a className="text-accent-text underline" href={`mailto:${email}`}>
						{email}
					</a>{" "}
					or call{" "}
					<a className="tabular text-accent-text underline" href={`tel:${phone.e164}`}>
						{phone.display}
					</a>
					.
				</p>
			)}
			<div className="max-w-2xl">
				<PreferredTimesForm days={days} notice={notices.enquiry} refused={actionData} />
			</div>
		</section>
	);
}
