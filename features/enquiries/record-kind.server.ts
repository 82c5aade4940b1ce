import { holdEmails, releaseEmails } from "../../platform/email/unsent-emails-store.ts";
import type { RecordKind } from "../../core/records/record-kind.ts";
import type { Stage } from "../../shared/desk.ts";
import { describeSender } from "./describe-sender.server.ts";
import { enquiryKind, listEnquiriesOf, setEnquiryState } from "./store.server.ts";

/** Enquiries as staff work with them: everybody who writes is promised an answer. */
export function createEnquiryKind({
	stages,
	salesEmail,
}: {
	stages: readonly Stage[];
	/** Where visitors' answers go. */
	salesEmail: string;
}): RecordKind {
	return {
		name: enquiryKind,
		names: "enquiries",
		prefix: "ENQ",
		stages,
		isPromised: true,
		confirmationKinds: ["enquiry-confirmation"],
		mailbox: salesEmail,
		async findSent(db, references) {
			const enquiries = await listEnquiriesOf(db, references);
			return new Map(
				enquiries.map((enquiry) => {
					const { reference, firstName, lastName, email, message, receivedAt } = enquiry;
					return [
						reference,
						{
							firstName,
							lastName,
							email,
							fields: [{ label: "Received", value: receivedAt }, ...describeSender(enquiry)],
							text: { label: "Message", value: message },
						},
					];
				}),
			);
		},
		async setSpam(transaction, reference, spam, now) {
			await setEnquiryState(transaction, reference, spam ? "quarantined" : "accepted");
			if (spam) await holdEmails(transaction, reference);
			else await releaseEmails(transaction, reference, now);
			return undefined;
		},
	};
}
