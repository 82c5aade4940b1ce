import { Form, Link } from "react-router";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/calls-subscribe.ts";

/** Gives the address of the calendar of calls. Asked for by a form, because whoever has it can read the calendar. */
export async function action({ request, context }: Route.ActionArgs) {
	const { deps, note } = beginWork(context);
	const renew = (await readForm(request)).get("renew") === "yes";
	await note({ action: renew ? "calendar.renew" : "calendar.read", subject: "" });
	return { calendarUrl: await deps.getCalendarUrl({ renew }) };
}

export default function CallsSubscribePage({ actionData }: Route.ComponentProps) {
	const address = actionData?.calendarUrl;
	return (
		<Page title="Calls in your own calendar">
			<section aria-labelledby="calendar" className="panel">
				<h2 id="calendar">All calls</h2>
				<p>
					A calendar program can subscribe to all calls. Whoever has the address can read who comes to them, so pass it
					on to staff only. For the calls that you hold alone, there is an address on{" "}
					<Link to="/my-calendar">your calendar's page</Link>.
				</p>
				{address !== undefined && (
					<p role="status">
						<code>{address}</code>
					</p>
				)}
				<Form method="post" preventScrollReset>
					{address === undefined ? (
						<button>Show the address</button>
					) : (
						<button name="renew" value="yes">
							Make a new address, and this one worthless
						</button>
					)}
				</Form>
			</section>
		</Page>
	);
}
