import { data, Link, redirect } from "react-router";
import { describeStart } from "../../features/booking/booking-record.server.ts";
import { changeAppointment } from "../calls/change-appointment.server.ts";
import { showTimes } from "../calls/slots.server.ts";
import { SlotChoice } from "../calls/slot-choice.tsx";
import { ChangeForm } from "../calls/change-form.tsx";
import { readMessage } from "../calls/message-field.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Field } from "../../ui/field.tsx";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/call.ts";

/** The changes of a call. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps } = beginWork(context);
	const choices = await deps.openCalls().findChoices(params.reference.toUpperCase());
	if (!choices) throw data(null, { status: 404 });
	const { appointment: booking, fixed, free, hosts } = choices;
	return {
		reference: booking.reference,
		name: booking.firstName,
		when: describeStart(booking),
		fixed,
		isUnconfirmed: booking.confirmBy !== undefined,
		hostId: booking.hostIds[0],
		hosts,
		free: showTimes(free, deps.company.timeZone),
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const { deps, signedIn, deskRequest, noting } = beginWork(context);
	const reference = params.reference.toUpperCase();
	if (!(await deps.openCalls().findChoices(reference))) throw data(null, { status: 404 });
	const form = await readForm(request);
	const outcome = await changeAppointment(form, {
		reference,
		account: signedIn.account,
		timeZone: deps.company.timeZone,
		noun: "call",
		open: (deed) => deps.openCalls(noting({ action: `booking.${auditNames[deed]}`, subject: reference }).database),
		readHosts: (typed) => typed.get("host") ?? "",
	});
	if (!outcome) throw data(null, { status: 400 });
	if ("errors" in outcome) return { asked: form.get("do"), message: readMessage(form), errors: outcome.errors };
	deps.onEmails();
	deskRequest.notices.leave(outcome.notice);
	throw redirect(`/bookings/${encodeURIComponent(reference)}`, 303);
}

const auditNames = { move: "move", reassign: "hand-over", cancel: "cancel", undo: "take-back" };

export default function CallPage({ loaderData, actionData }: Route.ComponentProps) {
	const { reference, name, when, fixed, isUnconfirmed, hosts, hostId, free } = loaderData;
	const errors = actionData?.errors ?? [];
	const messageOf = (asked: string) => (actionData?.asked === asked ? actionData.message : "");
	return (
		<Page
			title={`Call with ${name}`}
			subtitle={
				<>
					<span className="number">{reference}</span> {when}
				</>
			}
			actions={
				<Link className="button" to={`/bookings/${reference}`}>
					Back to the call
				</Link>
			}
		>
			<ErrorSummary errors={errors} />
			{fixed !== undefined && <p className="empty">{fixed} It can no longer be changed.</p>}
			{fixed === undefined && (
				<>
					<ChangeForm
						deed="move"
						title="Reschedule"
						button="Reschedule call"
						isMain
						name={name}
						message={messageOf("move")}
					>
						<SlotChoice free={free} chosen="" errors={errors} />
					</ChangeForm>
					{hosts.length > 0 && (
						<ChangeForm
							deed="reassign"
							title="Reassign"
							button="Reassign call"
							name={name}
							message={messageOf("reassign")}
						>
							<Field name="hosts" label="Host" errors={errors}>
								{(control) => (
									<select {...control} name="host" defaultValue={hostId ?? ""}>
										{hosts.map((host) => (
											<option key={host.id} value={host.id} disabled={!host.isFree}>
												{host.name}
												{host.id === hostId ? " (current host)" : host.isFree ? "" : " (unavailable)"}
											</option>
										))}
									</select>
								)}
							</Field>
						</ChangeForm>
					)}
					<ChangeForm deed="cancel" title="Cancel" button="Cancel call" name={name} message={messageOf("cancel")}>
						{isUnconfirmed && <p className="hint">The visitor never confirmed it, so nobody is notified.</p>}
					</ChangeForm>
				</>
			)}
		</Page>
	);
}
