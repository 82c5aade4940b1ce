import { data, Link, redirect } from "react-router";
import { formatSlot } from "../../shared/slot-texts.ts";
import { takeBackSeconds } from "../../features/booking/call-changes-store.server.ts";
import { SlotChoice } from "../calls/slot-choice.tsx";
import { readSlot, showFreeSlots } from "../calls/slots.server.ts";
import { ChangeForm } from "../calls/change-form.tsx";
import { readMessage } from "../calls/message-field.tsx";
import { ErrorSummary } from "../forms/error-summary.tsx";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/call.ts";

/** What can become of a call, on the visitor's behalf. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps } = beginWork(context);
	const choices = await deps.openCalls().findChoices(params.reference.toUpperCase());
	if (!choices) throw data(null, { status: 404 });
	const { booking, fixed, free, hosts } = choices;
	return {
		reference: booking.reference,
		name: booking.firstName,
		when: formatSlot(booking),
		fixed,
		isUnconfirmed: booking.confirmBy !== undefined,
		hostId: booking.hostId,
		hosts,
		free: showFreeSlots(free),
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const { deps, signedIn, visit, noting } = beginWork(context);
	const reference = params.reference.toUpperCase();
	if (!(await deps.openCalls().findChoices(reference))) throw data(null, { status: 404 });
	const form = await readForm(request);
	const asked = form.get("do") ?? "";
	const message = readMessage(form);
	const by = { id: signedIn.account.id, name: signedIn.account.name, message };
	const calls = (what: string) => deps.openCalls(noting({ action: `booking.${what}`, subject: reference }).database);
	const path = `/bookings/${encodeURIComponent(reference)}`;
	if (asked === "take-back") {
		const refusal = await calls("take-back").takeBack(reference, form.get("change") ?? "", by.id);
		visit.notices.leave(refusal ?? "It is taken back. The call stands as it stood, and nobody was written to.");
		throw redirect(path, 303);
	}
	const until = `Everybody is written to in ${takeBackSeconds} seconds; until then it can be taken back.`;
	const deeds: Record<string, { done: string; run: () => ReturnType<ReturnType<typeof calls>["cancel"]> }> = {
		move: {
			done: `The call has moved. ${until}`,
			run: () => calls("move").move(reference, readSlot(form), by),
		},
		cancel: {
			done: `The call is cancelled. ${until}`,
			run: () => calls("cancel").cancel(reference, by),
		},
		"hand-over": {
			done: `The call has another host. ${until}`,
			run: () => calls("hand-over").handOver(reference, form.get("host") ?? "", by),
		},
	};
	const deed = Object.hasOwn(deeds, asked) ? deeds[asked] : undefined;
	if (!deed) throw data(null, { status: 400 });
	const errors = await deed.run();
	if (errors) return { asked, message, errors };
	deps.onEmails();
	visit.notices.leave(deed.done);
	throw redirect(path, 303);
}

export default function CallPage({ loaderData, actionData }: Route.ComponentProps) {
	const { reference, name, when, fixed, isUnconfirmed, hosts, hostId, free } = loaderData;
	const errors = actionData?.errors ?? [];
	const messageOf = (asked: string) => (actionData?.asked === asked ? actionData.message : "");
	const slotError = actionData?.asked === "move" ? errors.find(({ field }) => field === "slot")?.message : undefined;
	return (
		<Page
			title={`Change the call with ${name}`}
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
			{fixed !== undefined && <p className="empty">{fixed} Nothing about it can be changed here.</p>}
			{fixed === undefined && (
				<>
					<ChangeForm deed="move" title="Move it" button="Move the call" isMain name={name} message={messageOf("move")}>
						<SlotChoice free={free} chosen="" error={slotError} />
					</ChangeForm>
					{hosts.length > 0 && (
						<ChangeForm
							deed="hand-over"
							title="Hand it to somebody else"
							button="Hand it over"
							name={name}
							message={messageOf("hand-over")}
						>
							<div className="field">
								<label htmlFor="host">Host</label>
								<select id="host" name="host" defaultValue={hostId ?? ""}>
									{hosts.map((host) => (
										<option key={host.id} value={host.id} disabled={!host.isFree}>
											{host.name}
											{host.id === hostId ? " (holds it)" : host.isFree ? "" : " (not free)"}
										</option>
									))}
								</select>
							</div>
						</ChangeForm>
					)}
					<ChangeForm
						deed="cancel"
						title="Cancel it"
						button="Cancel the call"
						name={name}
						message={messageOf("cancel")}
					>
						{isUnconfirmed && <p className="hint">It was never confirmed, so nobody is written to.</p>}
					</ChangeForm>
				</>
			)}
		</Page>
	);
}
