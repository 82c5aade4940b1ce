import { data, redirect } from "react-router";
import { answerSubscriptionForm } from "../../core/subscriptions/answer-subscription-form.server.ts";
import { readPostedTopics } from "../../features/newsletter/accept-posted-form.server.ts";
import { newsletterContext } from "../../features/newsletter/context.server.ts";
import { TopicChoices } from "../../features/newsletter/topic-choices.tsx";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { isStorageUnavailable } from "../../platform/database/storage-errors.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { keepAddressSecret, notStored, notStoredMessage, secretAddressHeaders } from "../private-page.ts";
import type { Route } from "./+types/newsletter-subscription.ts";

/** The private page of one subscription. Only a form post changes anything, because mail scanners follow links too. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const found = await context.get(newsletterContext).find(params.token);
	const head = headOf(content, "/newsletter", {
		indexed: false,
		meta: { title: "Your subscription", description: "Confirm, change or end your subscription.", keywords: [] },
	});
	return data(
		{
			head,
			path: `/newsletter/${params.token}`,
			topics: content.copy.blog.categories,
			isOn: content.company.parts.newsletter,
			subscription: found && { confirmed: found.confirmed, topics: found.topics },
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
			: await answerSubscriptionForm(form, params.token, newsletter);
	switch (outcome) {
		case "confirmed":
			throw redirect(`/newsletter/${params.token}`, { status: 303, headers: secretAddressHeaders });
		case "changed":
		case "ended":
			// No redirect: RFC 8058 forbids one for the click in a mail program.
			return data({ outcome }, { status: 200 });
		case "unknown":
			throw data(null, { status: 404 });
		case "failed":
			return data({ outcome }, notStored);
	}
}

async function changeTopics(
	form: FormData,
	token: string,
	context: Route.ActionArgs["context"],
): Promise<"changed" | "unknown" | "failed"> {
	const topics = readPostedTopics(form, context.get(contentContext).copy.blog.categories);
	try {
		return (await context.get(newsletterContext).choose(token, topics)) ? "changed" : "unknown";
	} catch (error) {
		if (!isStorageUnavailable(error)) throw error;
		return "failed";
	}
}

export const headers: Route.HeadersFunction = keepAddressSecret;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function SubscriptionPage({ loaderData, actionData }: Route.ComponentProps) {
	const { path, topics, isOn, subscription } = loaderData;
	const outcome = actionData?.outcome;
	if (!subscription)
		return (
			<section className="container-page section-space">
				<h1 className="text-title">
					{outcome === "ended" ? "You have unsubscribed" : "There is no subscription here"}
				</h1>
				<p className="mt-6 max-w-[52ch]">
					{outcome === "ended"
						? "We have deleted your address. No further articles will come by e-mail."
						: "It was ended before, or nobody confirmed it within two days."}
				</p>
				{isOn ? (
					<ButtonLink to="/newsletter" className="mt-8">
						Subscribe again
					</ButtonLink>
				) : (
					<ButtonLink to="/" className="mt-8">
						Home page
					</ButtonLink>
				)}
			</section>
		);
	return (
		<section className="container-page section-space">
			<h1 className="text-title">{subscription.confirmed ? "Your subscription is on" : "Confirm your subscription"}</h1>
			<p className="mt-6 max-w-[52ch]">
				{subscription.confirmed
					? "We write to you when there is a new article."
					: "Once you confirm it, we write to you when there is a new article."}
			</p>
			{outcome === "changed" && (
				<p role="status" className="mt-6 font-semibold text-success">
					Your topics are saved.
				</p>
			)}
			{outcome === "failed" && (
				<p role="alert" className="mt-6 rounded-12 border-2 border-error bg-white p-5 font-semibold text-error">
					{notStoredMessage}
				</p>
			)}
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
