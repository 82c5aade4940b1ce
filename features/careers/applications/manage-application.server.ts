import type { WriteTransaction } from "../../../platform/database/database.ts";
import { enqueueEmail } from "../../../platform/email/enqueue-email.ts";
import { hashToken } from "../../../platform/ids/secret-token.ts";
import type { Stage } from "../../../shared/desk.ts";
import { createWithdrawalNotice } from "./emails.server.tsx";
import { findApplication, withdrawApplication, type ApplicationRecord } from "./store.server.ts";
import type { ApplicationDeps } from "./submit-application.server.ts";

/** What the private link of an application can do. */
export type ManageApplication = {
	/** Finds the application of a private link; changes nothing. */
	find(token: string): Promise<ApplicationRecord | undefined>;
	/** Says in the company's words where an application stands, as far as its sender may know; undefined where there are none. */
	describeStanding(reference: string): Promise<string | undefined>;
	/**
	 * Withdraws it and tells careers, unless it is in quarantine; a second time does nothing.
	 *
	 * @returns false when the link is unknown
	 * @throws StorageUnavailableError
	 */
	withdraw(token: string): Promise<boolean>;
};

type ManageDeps = Pick<ApplicationDeps, "database" | "clock" | "careersEmail" | "messageIdDomain"> & {
	/** Finds the stage that its sender may know of. */
	findToldStage?: ((reference: string) => Promise<Stage | undefined>) | undefined;
	/** Undoes, in the same transaction, what was agreed with its sender. */
	onWithdrawn?: ((transaction: WriteTransaction, application: ApplicationRecord) => Promise<void>) | undefined;
};

export function createManageApplication({
	database,
	clock,
	careersEmail,
	messageIdDomain,
	findToldStage,
	onWithdrawn,
}: ManageDeps): ManageApplication {
	const find = (token: string) => findApplication(database.db, { tokenHash: hashToken(token) });
	return {
		find,
		describeStanding: async (reference) => (await findToldStage?.(reference))?.senderReads,
		async withdraw(token) {
			const application = await find(token);
			if (!application) return false;
			const now = clock.now();
			await database.write(async (transaction) => {
				const { reference } = application;
				if (await withdrawApplication(transaction, reference, { from: "quarantined", now })) return;
				if (!(await withdrawApplication(transaction, reference, { from: "received", now }))) return;
				await onWithdrawn?.(transaction, application);
				const email = createWithdrawalNotice(application, careersEmail);
				await enqueueEmail(transaction, email, { now, messageIdDomain });
			});
			return true;
		},
	};
}
