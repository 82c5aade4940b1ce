import { data } from "react-router";
import { acceptPostedNewsletterForm } from "../../features/newsletter/accept-posted-form.server.ts";
import { newsletterContext } from "../../features/newsletter/context.server.ts";
import { newsletterOffer } from "../../features/newsletter/offer.ts";
import { TopicChoices } from "../../features/newsletter/topic-choices.tsx";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { hiddenHead } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { formRefusedContext } from "../../platform/pages/live-page-context.server.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormNotice } from "../../ui/form-notice.tsx";
import { useNotices } from "../layout/use-notices.ts";
import { notStored, notStoredMessage } from "../private-page.ts";
import { FormProblem } from "../sections/form-problem.tsx";
import { OutcomePage } from "../sections/outcome-page.tsx";
import type { Route } from "./+types/newsletter.ts";

/** Asks for an address that new articles go to. */
export function loader({ context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	return {
		head: hiddenHead(content, "/newsletter", {
			title: "New articles by e-mail",
			description: `Get new articles by ${content.company.name} by e-mail, on topics you choose.`,
			refused: context.get(formRefusedContext),
		}),
		topics: content.copy.blog.categories,
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	const { company, copy } = context.get(contentContext);
	const outcome = await acceptPostedNewsletterForm(await request.formData(), {
		newsletter: context.get(newsletterContext),
		topics: copy.blog.categories,
		locale: company.locale,
	});
	if (outcome.kind === "sent") return data(outcome, { status: 200 });
	context.set(formRefusedContext, true);
	return data(outcome, outcome.kind === "rejected" ? { status: 422 } : notStored);
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function NewsletterPage({ loaderData: { topics }, actionData }: Route.ComponentProps) {
	const notices = useNotices();
	if (actionData?.kind === "sent")
		return (
			<OutcomePage
				title="Check your inbox"
				text="We have sent you an e-mail with a link. Open it to confirm your address; we send no articles until then. If you are already subscribed, you will not get this e-mail."
				to="/blog"
			>
				All articles
			</OutcomePage>
		);
	const errors = actionData?.kind === "rejected" ? actionData.errors : [];
	return (
		<section className="container-page section-space">
			<h1 className="text-title">New articles by e-mail</h1>
			<p className="mt-6 max-w-[52ch]">{newsletterOffer}</p>
			<FormProblem text={actionData?.kind === "failed" ? notStoredMessage : undefined} />
			<form method="post" action="/newsletter" noValidate className="mt-8 max-w-2xl space-y-6">
				<ErrorSummary errors={errors} attempt={actionData ? 1 : 0} />
				<TextField
					name="email"
					type="email"
					label="E-mail"
					required
					autoComplete="email"
					maxLength={254}
					defaultValue={actionData?.email}
					errors={errors}
				/>
				<TopicChoices topics={topics} chosen={actionData?.topics ?? []} />
				<FormNotice notice={notices.newsletter} />
				<Button type="submit">Subscribe</Button>
			</form>
		</section>
	);
}
