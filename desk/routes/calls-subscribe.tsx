import { Form, Link, redirect } from "react-router";
import { getFeedToken, writeFeedUrl } from "../../features/booking/calendar-feed.server.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/calls-subscribe.ts";

const path = "/calls/subscribe";
const feedSecret = "calls-feed";

/** The address of the calendar feed, for five minutes after somebody asked for it. */
export function loader({ context }: Route.LoaderArgs) {
	return { address: beginWork(context).deskRequest.secrets.find(feedSecret) };
}

/** Shows the address of the calendar feed, or replaces it. Uses a form, because the address gives access to the calendar. */
export async function action({ request, context }: Route.ActionArgs) {
	const { deps, deskRequest, note, now } = beginWork(context);
	const renew = (await readForm(request)).get("renew") === "yes";
	await note({ action: renew ? "calendar.renew" : "calendar.read", subject: "" });
	const token = await deps.database.write((transaction) => getFeedToken(transaction, now, { renew }));
	deskRequest.secrets.keep(feedSecret, writeFeedUrl(deps.config.publicUrl, token));
	if (renew) deskRequest.notices.leave("Address replaced.");
	throw redirect(path, 303);
}

export default function CallsSubscribePage({ loaderData: { address } }: Route.ComponentProps) {
	return (
		<Page title="Subscribe to calls">
			<section aria-labelledby="calendar" className="panel">
				<h2 id="calendar">All calls</h2>
				<p>
					Add this address to a calendar app to see all calls. Anyone with the address can see who is coming, so share
					it with your team only. For your own calls alone, use the address in{" "}
					<Link to="/my-calendar">My calendar</Link>.
				</p>
				{address !== undefined && (
					<p role="status">
						<code>{address}</code>
					</p>
				)}
				<Form method="post" preventScrollReset>
					{address === undefined ? (
						<button>Show address</button>
					) : (
						<button name="renew" value="yes">
							Replace address
						</button>
					)}
				</Form>
			</section>
		</Page>
	);
}
