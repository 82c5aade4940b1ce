import type { WriteTransaction } from "../../platform/database/database.ts";
import { enqueueEmails } from "../../platform/email/enqueue-email.ts";
import { setAsideEmails } from "../../platform/email/unsent-emails-store.ts";
import { createToken, hashToken } from "../../platform/ids/secret-token.ts";
import { pushToHosts } from "../push/push-to-hosts.server.ts";
import { insertChange } from "./appointment-changes-store.server.ts";
import type { AppointmentDeps } from "./appointment-deps.ts";
import { writeAppointmentEvent } from "./appointment-events.server.ts";
import type { AppointmentKind, ByStaff, Found } from "./appointment-kind.ts";
import { undoSeconds, type Appointment, type Guest } from "./appointment.ts";
import {
	listChangeEmails,
	type ChangeKind,
	type EmailDetails,
	type EmailThatGaveWay,
	type SignedBy,
} from "./change-emails.ts";
import { addLink } from "./link-store.server.ts";

/** The parts of a kind of appointment that telling of a change needs. */
export type TellingKind<A extends Appointment, G extends Guest> = Pick<
	AppointmentKind<A, G, unknown>,
	"purpose" | "events" | "changes" | "links" | "emails" | "askAgain"
>;

/**
 * Stores a change and replaces the e-mails that it makes untrue.
 * @param told `token` of the guest's private link; without it, the e-mails bring a second link and both work. With the state before, the
 * e-mails wait until the change can no longer be undone.
 */
export async function tellOfChange<A extends Appointment, G extends Guest>(
	transaction: WriteTransaction,
	kind: TellingKind<A, G>,
	{ appointment: before, guest }: Found<A, G>,
	{
		after,
		change,
		by,
		token: known,
		standing,
		now,
	}: {
		after: A;
		change: ChangeKind;
		by?: ByStaff | undefined;
		token?: string;
		standing?: unknown;
		now: Temporal.Instant;
	},
	{ hosts, messageIdDomain }: Pick<AppointmentDeps, "hosts" | "messageIdDomain">,
): Promise<void> {
	const { emails: declared, changes, links } = kind;
	const { reference, parameter } = declared.recordOf(after);
	const isTold = declared.isTold(before);
	const asksAgain = !isTold && change === "moved";
	const people = await hosts.listPeople(transaction, kind.purpose);
	const gaveWay = await setAsideEmails(
		transaction,
		reference,
		isTold ? declared.superseded : asksAgain || change === "cancelled" ? declared.kinds : [],
		parameter,
	);
	const said = change === "cancelled" ? undefined : keepMessages(by, gaveWay);
	const token = known ?? createToken();
	const waiting = standing === undefined ? {} : { notBefore: now.add({ seconds: undoSeconds }) };
	const emails = isTold
		? listChangeEmails(declared, {
				before,
				after,
				change: { kind: change, by, said },
				guest,
				token,
				people,
				gaveWay,
				now,
			})
		: asksAgain
			? ((await kind.askAgain?.(transaction, after, { token, by: by && said })) ?? [])
			: [];
	const bringsLink = known === undefined && emails.some(({ parameters }) => parameters?.["token"] === token);
	if (bringsLink) await addLink(transaction, links, after, hashToken(token));
	const messageIds = await enqueueEmails(
		transaction,
		emails.map((email) => ({ ...waiting, ...email })),
		{ messageIdDomain, now },
	);
	if (isTold) await pushToHosts(transaction, { before, after, purpose: kind.purpose, by: by?.id, ...waiting }, now);
	if (kind.events && isTold) await writeAppointmentEvent(transaction, kind.events, { before, after, by: by?.id }, now);
	const undo =
		standing === undefined
			? undefined
			: {
					sequence: after.sequence,
					standing,
					tokenHash: bringsLink ? hashToken(token) : null,
					messageIds,
					emails: gaveWay,
				};
	await insertChange(transaction, changes, after, changes.describe({ kind: change, before, after, by, people }), {
		undo,
		now,
	});
}

/**
 * Joins the message with those of earlier e-mails to the guest that have not left, which this one replaces.
 * @param by undefined when the guest has made the change: the messages have no name then
 */
function keepMessages(by: SignedBy | undefined, gaveWay: readonly EmailThatGaveWay[]): SignedBy | undefined {
	const earlier = gaveWay.flatMap(({ parameters }) => {
		const { token, by: writer } = JSON.parse(parameters ?? "{}") as EmailDetails;
		// Only e-mails to the guest have the private link.
		return token !== undefined && writer ? [writer.message] : [];
	});
	const messages = new Set([...earlier, by?.message ?? ""].filter((message) => message !== ""));
	if (!by && messages.size === 0) return undefined;
	return { name: by?.name ?? "", message: [...messages].join("\n\n") };
}
