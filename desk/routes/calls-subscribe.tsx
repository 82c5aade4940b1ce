import { Form, Link, redirect } from "react-router";
import {
	endSharedFeed,
	findFeed,
	hasSharedFeed,
	renewFeed,
	writeFeedUrl,
} from "../../features/booking/calendar-feed.server.ts";
import { hideCopiedSecret } from "../guard/hide-copied-secret.server.ts";
import { MemberFeed } from "../hosts/member-feed.tsx";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/calls-subscribe.ts";

const path = "/calls/subscribe";
const feedSecret = "calls-feed";

/** The member's calendar feed of all calls; its address shows for five minutes after it was created. */
export async function loader({ context }: Route.LoaderArgs) {
	const { deps, signedIn, deskRequest } = beginWork(context);
	const { db } = deps.database;
	const since = await findFeed(db, "callFeeds", signedIn.account.id);
	return {
		since: since && showValue(since, deps.company),
		address: deskRequest.secrets.find(feedSecret),
		isShared: await hasSharedFeed(db),
	};
}

/** Creates or replaces the address, or ends the one that the whole team shared. */
export async function action({ request, context }: Route.ActionArgs) {
	const { deps, signedIn, deskRequest, note, now } = beginWork(context);
	const form = await readForm(request);
	hideCopiedSecret(deskRequest, form, path);
	const { id: accountId } = signedIn.account;
	if (form.get("do") === "end-shared") {
		await note({ action: "calendar.end-shared", subject: "" });
		await deps.database.write(endSharedFeed);
		deskRequest.notices.leave("Shared address ended.");
	} else {
		await note({ action: "calendar.renew", subject: accountId });
		const token = await deps.database.write((transaction) => renewFeed(transaction, "callFeeds", { accountId, now }));
		deskRequest.secrets.keep(feedSecret, writeFeedUrl(deps.config.publicUrl, token));
		deskRequest.notices.leave("Address created.");
	}
	throw redirect(path, 303);
}

export default function CallsSubscribePage({ loaderData: { since, address, isShared } }: Route.ComponentProps) {
	return (
		<Page title="Subscribe to calls">
			<section aria-labelledby="calendar">
				<h2 id="calendar">All calls</h2>
				<MemberFeed since={since} address={address} path={path}>
					Subscribe to all calls in a calendar app. Anyone with the address can see who is coming, so keep it to
					yourself; it ends with your access. For your own calls and interviews alone, use the address in{" "}
					<Link to="/my-calendar">My calendar</Link>.
				</MemberFeed>
			</section>
			{isShared && (
				<section aria-labelledby="shared">
					<h2 id="shared">Shared address</h2>
					<p>
						An address that the team shares, from an earlier version or the command line, still works. It does not end
						when somebody leaves the company.
					</p>
					<Form method="post" preventScrollReset>
						<button name="do" value="end-shared">
							End shared address
						</button>
					</Form>
				</section>
			)}
		</Page>
	);
}
