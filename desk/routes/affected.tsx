import type { ComponentProps, ReactNode } from "react";
import { data, Form, Link, redirect } from "react-router";
import { undoSeconds } from "../../core/appointments/appointment.ts";
import { findHost, zoneOfHost } from "../../core/appointments/host-store.server.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import {
	countAffected,
	findAffected,
	findAffectedChanges,
	listAbsences,
	showAffected,
	formatDays,
	type ShownAffected,
} from "../calls/affected.server.ts";
import { changeAppointment } from "../calls/change-appointment.server.ts";
import { MessageField, readMessage } from "../calls/message-field.tsx";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { beginWork } from "../work.server.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/affected.ts";

/** The page of an absence: the member's own time off, another host's, or closed days. */
function findPlace(request: Request, { absence, ...params }: Route.LoaderArgs["params"], ownId: string) {
	const entry = encodeURIComponent(absence);
	if (new URL(request.url).pathname.startsWith("/closures/"))
		return { hostId: undefined, back: "/closures", path: `/closures/${entry}` };
	const hostId = "id" in params && params.id !== undefined ? params.id : undefined;
	const back = hostId === undefined ? "/my-calendar" : `/hosts/${encodeURIComponent(hostId)}`;
	return { hostId: hostId ?? ownId, back, path: `${back}/time-off/${entry}` };
}

/** The appointments during an absence, each to be moved, reassigned or cancelled. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const work = beginWork(context);
	const { deps, signedIn } = work;
	const { hostId, back, path } = findPlace(request, params, signedIn.account.id);
	const absence = (await listAbsences(work, hostId)).find(({ id }) => id === params.absence);
	if (!absence) throw data(null, { status: 404 });
	const affected = (await findAffected(work, [absence])).get(absence.id) ?? [];
	const host = hostId === undefined ? undefined : await findHost(deps.database.db, hostId);
	const shown = await showAffected(work, affected, hostId);
	return {
		isClosure: hostId === undefined,
		back,
		path,
		days: formatDays(absence, zoneOfHost(host, deps.company)),
		text: absence.text,
		count: affected.length === 0 ? undefined : countAffected(affected),
		more: affected.length - shown.length,
		affected: shown,
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const work = beginWork(context);
	const { deps, signedIn, deskRequest } = work;
	const { path } = findPlace(request, params, signedIn.account.id);
	const reference = (new URL(request.url).searchParams.get("appointment") ?? "").toUpperCase();
	const target = await findAffectedChanges(work, reference);
	if (!target) throw data(null, { status: 404 });
	const form = await readForm(request);
	// Its hosts are chosen by another button of the same form.
	if (form.get("do") === "move") form.delete("value");
	const outcome = await changeAppointment(form, {
		...target,
		account: signedIn.account,
		company: deps.company,
	});
	if (!outcome) throw data(null, { status: 400 });
	if ("errors" in outcome) return { reference, message: readMessage(form), errors: outcome.errors };
	deps.onEmails();
	const undoPath = `${path}?${new URLSearchParams({ appointment: reference }).toString()}`;
	deskRequest.notices.leave(outcome.notice, outcome.undo && { ...outcome.undo, path: undoPath });
	throw redirect(path, 303);
}

export default function AffectedPage({ loaderData, actionData }: Route.ComponentProps) {
	const { isClosure, back, path, days, text, count, more, affected } = loaderData;
	useLive((key) => key === "hosts" || key === "records:booking" || key === "records:application");
	const absence = isClosure ? "on closed days" : "during time off";
	const refused = actionData?.reference;
	return (
		<Page
			title={isClosure ? "Appointments on closed days" : "Appointments during time off"}
			subtitle={
				<span className="number">
					{days}
					{text !== "" && `: ${text}`}
				</span>
			}
			actions={
				<Link className="button" to={back}>
					{isClosure ? "Holidays & closed days" : "Calendar settings"}
				</Link>
			}
		>
			<ErrorSummary errors={actionData?.errors ?? []} idOf={(field) => idOf(field, refused ?? "")} />
			{count === undefined ? (
				<p className="empty">Nothing is booked {absence}.</p>
			) : (
				<p role="status">
					{count} {absence}. Nothing changes, and nobody is notified, until you choose.
				</p>
			)}
			<ul className="affected">
				{affected.map((one) => (
					<li key={one.reference}>
						<AffectedForm
							{...one}
							address={`${path}?appointment=${one.reference}`}
							message={refused === one.reference ? (actionData?.message ?? "") : ""}
							errors={refused === one.reference ? (actionData?.errors ?? []) : []}
						/>
					</li>
				))}
			</ul>
			{more > 0 && <p className="remark">{more} more appear here as these are changed.</p>}
		</Page>
	);
}

function idOf(field: string, reference: string): string {
	return `${field}-${reference}`;
}

type AffectedFormProps = ShownAffected & {
	/** Where the form is sent. */
	address: string;
	message: string;
	errors: FieldError[];
};

/** An appointment with its three ways out, which share one message. */
function AffectedForm({ reference, noun, when, open, address, message, errors }: AffectedFormProps) {
	if (!open)
		return (
			<>
				<h2>
					{noun === "call" ? "Call" : "Interview"}, <span className="number">{when}</span>
				</h2>
				<p className="remark">Ask {noun === "call" ? "sales" : "a recruiter"} to move it.</p>
			</>
		);
	const { path, name, firstName, about, isUnconfirmed, times, nearest, hosts, from } = open;
	const ofIt = <span className="sr-only"> {name}</span>;
	return (
		<>
			<h2 dir="auto">
				<Link to={path}>{name}</Link>
			</h2>
			<p className="remark">
				{about}, <span className="number">{when}</span>
			</p>
			<Form method="post" action={address} className="form" preventScrollReset>
				<input type="hidden" name="from" value={from} />
				{times.length > 0 ? (
					<WayOut
						id={idOf("slot", reference)}
						name="slot"
						label="New time"
						options={times}
						defaultValue={nearest}
						errors={errors}
						does="move"
					>
						Move {noun}
						{ofIt}
					</WayOut>
				) : (
					<p className="remark">No free times.</p>
				)}
				{hosts.length > 0 && (
					<WayOut
						id={idOf("hosts", reference)}
						name="value"
						label={noun === "call" ? "New host" : "New interviewer"}
						options={hosts.map(({ id, name: label }) => ({ value: id, label }))}
						errors={errors}
						does="reassign"
					>
						Reassign {noun}
						{ofIt}
					</WayOut>
				)}
				<MessageField id={idOf("message", reference)} name={firstName} text={message} />
				<div className="affected-choice">
					<p className="hint">
						{isUnconfirmed
							? `${firstName} has not confirmed it. If you move it, they get an e-mail ${undoSeconds} seconds later that asks them to confirm the new time, unless you undo it. Nobody else is notified, and nobody at all if you reassign or cancel it.`
							: `${firstName} gets an e-mail ${undoSeconds} seconds after your choice, unless you undo it.`}
					</p>
					<button name="do" value="cancel">
						Cancel {noun}
						{ofIt}
					</button>
				</div>
			</Form>
		</>
	);
}

/** A choice with the button that makes it. */
function WayOut({
	does,
	children,
	...field
}: ComponentProps<typeof SelectField> & { does: "move" | "reassign"; children: ReactNode }) {
	return (
		<div className="affected-choice">
			<SelectField {...field} />
			<button name="do" value={does}>
				{children}
			</button>
		</div>
	);
}
