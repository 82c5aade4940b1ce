import type { WriteTransaction } from "../../../platform/database/database.ts";
import { enqueueEmail } from "../../../platform/email/enqueue-email.ts";
import { hashToken } from "../../../platform/ids/secret-token.ts";
import type { Stage } from "../../../shared/desk.ts";
import { createWithdrawalNotice } from "./email-intents.server.ts";
import { findApplication, withdrawApplication, type ApplicationRecord } from "./store.server.ts";
import type { ApplicationDeps } from "./submit-application.server.ts";

/** The actions of an application's private link. */
export type ManageApplication = {
	/** Finds the application of a private link, without side effects. */
	find(token: string): Promise<ApplicationRecord | undefined>;
	/** Returns the stage in the company's words, as far as the applicant may know; undefined where there is none. */
	describeStanding(reference: string): Promise<string | undefined>;
	/**
	 * Withdraws it and tells careers, unless it is quarantined; a second time does nothing.
	 * @returns false when the link is unknown
	 * @throws StorageUnavailableError
	 */
	withdraw(token: string): Promise<boolean>;
};

type ManageDeps = Pick<ApplicationDeps, "database" | "clock" | "careersEmail" | "messageIdDomain"> & {
	/** Finds the stage that the applicant may know. */
	findToldStage?: ((reference: string) => Promise<Stage | undefined>) | undefined;
	/** Cancels, in the same transaction, what was agreed with the applicant. */
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
