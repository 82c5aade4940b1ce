import { enqueueEmail } from "../../../platform/email/outbox-store.ts";
import { hashToken } from "../../../platform/ids/secret-token.ts";
import { createWithdrawalNotice } from "./emails.server.tsx";
import { changeApplicationState, findApplication, type ApplicationRecord } from "./store.server.ts";
import type { ApplicationDeps } from "./submit-application.server.ts";

/** What the private link of an application can do. */
export type ManageApplication = {
	/** Finds the application of a private link; changes nothing. */
	find(token: string): Promise<ApplicationRecord | undefined>;
	/**
	 * Withdraws it and tells careers, unless it is in quarantine; a second time does nothing.
	 *
	 * @returns false when the link is unknown
	 * @throws StorageUnavailableError
	 */
	withdraw(token: string): Promise<boolean>;
};

type ManageDeps = Pick<ApplicationDeps, "database" | "clock" | "careersEmail" | "messageIdDomain">;

export function createManageApplication({
	database,
	clock,
	careersEmail,
	messageIdDomain,
}: ManageDeps): ManageApplication {
	const find = (token: string) => findApplication(database.db, { tokenHash: hashToken(token) });
	return {
		find,
		async withdraw(token) {
			const application = await find(token);
			if (!application) return false;
			const now = clock.now();
			await database.write(async (transaction) => {
				const wasQuarantined = await changeApplicationState(transaction, application.reference, {
					from: "quarantined",
					to: "withdrawn",
					now,
				});
				if (
					wasQuarantined ||
					!(await changeApplicationState(transaction, application.reference, {
						from: "received",
						to: "withdrawn",
						now,
					}))
				)
					return;
				const email = createWithdrawalNotice(application, careersEmail);
				await enqueueEmail(transaction, email, { now, messageIdDomain });
			});
			return true;
		},
	};
}
