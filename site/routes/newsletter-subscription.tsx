import { data } from "react-router";
import { respondToSubscriptionForm } from "../../core/subscriptions/respond-to-subscription-form.server.ts";
import { readPostedTopics } from "../../features/newsletter/accept-posted-form.server.ts";
import { newsletterContext } from "../../features/newsletter/context.server.ts";
import { TopicChoices } from "../../features/newsletter/topic-choices.tsx";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { hiddenHead } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { unlessUnavailable } from "../../platform/pages/unless-unavailable.server.ts";
import { Button } from "../../ui/button.tsx";
import { respondToSubscription, keepAddressSecret, notStoredMessage } from "../private-page.ts";
import { FormProblem } from "../sections/form-problem.tsx";
import { OutcomePage } from "../sections/outcome-page.tsx";
import type { Route } from "./+types/newsletter-subscription.ts";

/** The private page of one subscription. Only a form post changes anything, because mail scanners follow links too. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const found = await context.get(newsletterContext).find(params.token);
	const topics = content.copy.blog.categories;
	const head = hiddenHead(content, "/newsletter", {
		title: "Your subscription",
		description: "Confirm, change or end your subscription.",
	});
	return data(
		{
			head,
			path: `/newsletter/${params.token}`,
			topics,
			isOn: content.company.parts.newsletter,
			subscription: found && {
				confirmed: found.confirmed,
				topics: found.topics,
				// Renamed, or no longer used.
				hasEnded: found.topics.length > 0 && !found.topics.some((topic) => topics.includes(topic)),
			},
		},
		{ status: found ? 200 : 404 },
	);
}

export async function action({ request, params, context }: Route.ActionArgs) {
	const newsletter = context.get(newsletterContext);
	const form = await request.formData();
	const outcome =
		form.get("intent") === "topics"
			? await changeTopics(form, params.token, context)
			: await respondToSubscriptionForm(form, params.token, newsletter);
	return respondToSubscription(outcome, `/newsletter/${params.token}`);
}

async function changeTopics(
	form: FormData,
	token: string,
	context: Route.ActionArgs["context"],
): Promise<"changed" | "unknown" | "failed"> {
	const topics = readPostedTopics(form, context.get(contentContext).copy.blog.categories);
	const isDone = await unlessUnavailable(context.get(newsletterContext).choose(token, topics));
	if (isDone === undefined) return "failed";
	return isDone ? "changed" : "unknown";
}

export const headers: Route.HeadersFunction = keepAddressSecret;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function SubscriptionPage({ loaderData, actionData }: Route.ComponentProps) {
	const { path, topics, isOn, subscription } = loaderData;
	const outcome = actionData?.outcome;
	if (!subscription)
		return (
			<OutcomePage
				title={outcome === "ended" ? "You have unsubscribed" : "There is no subscription here"}
				text={
					outcome === "ended"
						? "We have deleted your address. You will get no more articles by e-mail."
						: "It has already ended, or was not confirmed within two days."
				}
				to={isOn ? "/newsletter" : "/"}
			>
				{isOn ? "Subscribe again" : "Home page"}
			</OutcomePage>
		);
	return (
		<section className="container-page section-space">
			<h1 className="text-title">{subscription.confirmed ? "Your subscription is on" : "Confirm your subscription"}</h1>
			<p className="mt-6 max-w-[52ch]">
				{subscription.confirmed
					? subscription.hasEnded
						? `We no longer write about the topics you chose (${subscription.topics.join(", ")}). Choose topics again, or save none to get every article.`
						: "We will write to you when there is a new article."
					: "Once you confirm, we will write to you when there is a new article."}
			</p>
			{outcome === "changed" && (
				<p role="status" className="mt-6 font-semibold text-success">
					Your topics are saved.
				</p>
			)}
			<FormProblem text={outcome === "failed" ? notStoredMessage : undefined} />
			<form method="post" action={path} className="mt-8 max-w-2xl space-y-6">
				{subscription.confirmed && <TopicChoices topics={topics} chosen={subscription.topics} />}
				<div className="flex flex-wrap gap-4">
					{subscription.confirmed ? (
						<Button type="submit" name="intent" value="topics">
							Save topics
						</Button>
					) : (
						<Button type="submit" name="intent" value="confirm">
							Confirm the subscription
						</Button>
					)}
					<Button type="submit" name="intent" value="end" look="secondary">
						Unsubscribe
					</Button>
				</div>
			</form>
		</section>
	);
}
