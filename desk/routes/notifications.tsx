import { data, Form, Link, redirect } from "react-router";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { ValueText } from "../records/shown-value.tsx";
import { beginWork } from "../work.server.ts";
import { describeCalendarAnswer } from "../work/show-message.server.ts";
import type { Route } from "./+types/notifications.ts";

const shownAtMost = 100;

/** Notifications: mentions in notes, assigned records, messages, and new records of one's team. */
export async function loader({ context }: Route.LoaderArgs) {
	const { deps, kinds, signedIn, pathOf } = beginWork(context);
	const notifications = await deps.records.notifications.list(
		{ accountId: signedIn.account.id, kinds: kinds.map(({ name }) => name) },
		{ limit: shownAtMost },
	);
	return {
		notifications: notifications.map(
			({ id, kind, recordKind, reference, senderName, author, text, calendarAnswer, at, isRead }) => ({
				id,
				title: {
					mention: `${author} mentioned you`,
					owner: `${author} assigned you`,
					message: `${author} ${calendarAnswer ? describeCalendarAnswer(calendarAnswer, deps.company) : "wrote"}`,
					new: `New ${recordKind}`,
				}[kind],
				about: `${senderName}, ${reference}`,
				path: pathOf(reference) ?? "/",
				text,
				at: showValue(at, deps.company),
				isRead,
			}),
		),
	};
}

/** Marks all notifications as read. */
export async function action({ request, context }: Route.ActionArgs) {
	const { deps, signedIn } = beginWork(context);
	if ((await readForm(request)).get("do") !== "read-all") throw data(null, { status: 400 });
	await deps.records.notifications.markRead(signedIn.account.id);
	throw redirect("/notifications", 303);
}

export default function NotificationsPage({ loaderData }: Route.ComponentProps) {
	const { notifications } = loaderData;
	const unread = notifications.filter(({ isRead }) => !isRead).length;
	return (
		<Page
			title="Notifications"
			subtitle={unread === 0 ? "All read" : <span className="number">{unread} new</span>}
			actions={
				unread > 0 && (
					<Form method="post" action="/notifications">
						<button name="do" value="read-all">
							Mark all as read
						</button>
					</Form>
				)
			}
		>
			{notifications.length === 0 ? (
				<p className="empty">
					No notifications yet. You see one when someone mentions you in a note, assigns you a record, or applies for a
					job of your hiring team.
				</p>
			) : (
				<ul className="notifications">
					{notifications.map(({ id, title, about, path, text, at, isRead }) => (
						<li key={id} data-unread={isRead ? undefined : ""}>
							<p>
								{isRead ? title : <strong>{title}</strong>}:{" "}
								<Link to={path} data-row>
									{about}
								</Link>
								{!isRead && <span className="sr-only"> (new)</span>}
							</p>
							{text !== "" && <p className="excerpt">{text}</p>}
							<p className="aside">
								<ValueText value={at} />
							</p>
						</li>
					))}
				</ul>
			)}
		</Page>
	);
}
