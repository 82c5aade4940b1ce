import { countDeliveries, runKillTest, sendEnquiry } from "./kill-harness.ts";

/**
 * Tests that no acknowledged enquiry is lost: kills the built server with SIGKILL at random moments while clients post, on SQLite or
 * postgres, and finally counts what is in the database and in the mail server.
 *
 * Every client sends an enquiry, with its Idempotency-Key, until it is acknowledged. Fails when one is missing, duplicated, or without one
 * of its two e-mails.
 */
await runKillTest("tests/faults/enquiries-kill.ts", () => {
	const acknowledged: { token: string; reference: string }[] = [];
	let unexpected = 0;

	return {
		async act(url) {
			acknowledged.push(await sendEnquiry(url, () => unexpected++));
		},
		describeProgress: () => `${acknowledged.length} acknowledged`,
		async examine(db, mailServer) {
			const enquiries = await db.selectFrom("enquiries").select(["reference", "message"]).execute();
			const emails = await db.selectFrom("emails").select(["reference", "kind", "messageId"]).execute();
			const enquiriesByToken = Map.groupBy(enquiries, (enquiry) => enquiry.message);
			const emailsByReference = Map.groupBy(emails, (email) => email.reference);
			const { emailsNotDelivered, emailsDeliveredAgain } = countDeliveries(emails, mailServer);
			return {
				sums: { acknowledged: acknowledged.length, emailsDeliveredAgain },
				faults: {
					nothingAcknowledged: acknowledged.length === 0 ? 1 : 0,
					lost: acknowledged.filter(
						({ token, reference }) => !enquiriesByToken.get(token)?.some((enquiry) => enquiry.reference === reference),
					).length,
					doubled: [...enquiriesByToken.values()].filter((same) => same.length > 1).length,
					withoutBothEmails: enquiries.filter(({ reference }) => {
						const kinds = (emailsByReference.get(reference) ?? []).map((email) => email.kind);
						return kinds.toSorted().join() !== "enquiry-confirmation,enquiry-notice";
					}).length,
					emailsWithoutEnquiry: emails.length - 2 * enquiries.length,
					emailsNotDelivered,
					unexpectedResponses: unexpected,
				},
			};
		},
	};
});
