import { data } from "react-router";
import { respondToSubscriptionForm } from "../../core/subscriptions/respond-to-subscription-form.server.ts";
import { jobAlertsContext } from "../../features/careers/alerts/context.server.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { hiddenHead } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { writeMonths } from "../../shared/write-months.ts";
import { Button } from "../../ui/button.tsx";
import { respondToSubscription, keepAddressSecret, notStoredMessage } from "../private-page.ts";
import { FormProblem } from "../sections/form-problem.tsx";
import { OutcomePage } from "../sections/outcome-page.tsx";
import type { Route } from "./+types/alerts.ts";

/** The private page of one job alert. Only a form post changes anything, because mail scanners follow links too. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { find, keptMonths } = context.get(jobAlertsContext);
	const alert = await find(params.token);
	const head = hiddenHead(content, "/career/alerts", {
		title: "Your job alert",
		description: "Confirm your job alert, or end it.",
	});
	const shown = alert && { ...alert.search, confirmed: alert.confirmed };
	return data(
		{ head, path: `/career/alerts/${params.token}`, alert: shown, term: writeMonths(keptMonths) },
		{ status: alert ? 200 : 404 },
	);
}

export async function action({ request, params, context }: Route.ActionArgs) {
	const alerts = context.get(jobAlertsContext);
	const outcome = await respondToSubscriptionForm(await request.formData(), params.token, alerts);
	return respondToSubscription(outcome, `/career/alerts/${params.token}`);
}

export const headers: Route.HeadersFunction = keepAddressSecret;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function AlertsPage({ loaderData: { path, alert, term }, actionData }: Route.ComponentProps) {
	if (!alert) {
		const hasEnded = actionData?.outcome === "ended";
		return (
			<OutcomePage
				title={hasEnded ? "Your job alert has ended" : "There is no job alert here"}
				text={
					hasEnded
						? "We have deleted your address and your search. You will get no more e-mails about new positions."
						: "It has already ended, was not confirmed within two days, or has expired. You can set up a new one from any job search."
				}
				to="/career"
			>
				See the open positions
			</OutcomePage>
		);
	}
	return (
		<section className="container-page section-space">
			<h1 className="text-title">{alert.confirmed ? "Your job alert is on" : "Confirm your job alert"}</h1>
			<p className="mt-6 max-w-[52ch]">
				We will write when a new position matches <strong>{alert.q === "" ? "any keyword" : `"${alert.q}"`}</strong> in{" "}
				<strong>{alert.location}</strong>. The alert ends automatically {term} after you confirm it.
			</p>
			<FormProblem text={actionData && notStoredMessage} />
			<form method="post" action={path} className="mt-8 flex flex-wrap gap-4">
				{!alert.confirmed && (
					<Button type="submit" name="intent" value="confirm">
						Confirm the alert
					</Button>
				)}
				<Button type="submit" name="intent" value="end" look="secondary">
					End the alert
				</Button>
			</form>
		</section>
	);
}
