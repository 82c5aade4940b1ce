import { withdrawConsent } from "../../../core/consents/consent-store.server.ts";
import { stopReplies } from "../../../core/conversations/replies.server.ts";
import type { RecordKind, Topic } from "../../../core/records/record-kind.ts";
import { setRecordReason } from "../../../core/records/record-store.server.ts";
import type { WriteTransaction } from "../../../platform/database/database.ts";
import { enqueueEmail } from "../../../platform/email/enqueue-email.ts";
import { hashToken } from "../../../platform/ids/secret-token.ts";
import type { Company } from "../../../shared/company.ts";
import type { Stage } from "../../../shared/desk.ts";
import { findDate } from "../../../shared/zoned-time.ts";
import { createWithdrawalNotice } from "./email-intents.server.ts";
import { findApplication, withdrawApplication, type ApplicationRecord } from "./store.server.ts";
import type { ApplicationDeps } from "./submit-application.server.ts";
import { countWithdrawal } from "./withdrawal-counts.server.ts";

/** The actions of an application's private link. */
export type ManageApplication = {
	/** Finds the application of a private link, without side effects. */
	find(token: string): Promise<ApplicationRecord | undefined>;
	/** Returns the stage in the company's words, as far as the applicant may know; undefined where there is none. */
	describeStanding(reference: string): Promise<string | undefined>;
	/** Lists the reasons that an applicant who withdraws can choose from. */
	listReasons(): readonly Topic[];
	/**
	 * Withdraws it, stops the replies that have not left, and tells careers, unless it is quarantined; a second time does nothing.
	 * @param reason key of one of the reasons; others count as none
	 * @returns false when the link is unknown
	 * @throws StorageUnavailableError
	 */
	withdraw(token: string, reason?: string): Promise<boolean>;
};

type ManageDeps = Pick<ApplicationDeps, "database" | "clock" | "careersEmail" | "messageIdDomain"> & {
	company: Pick<Company, "timeZone">;
	kinds: readonly RecordKind[];
	reasons?: readonly Topic[] | undefined;
	/** Finds the stage that the applicant may know. */
	findToldStage?: ((reference: string) => Promise<Stage | undefined>) | undefined;
	/** Cancels, in the same transaction, what was agreed with the applicant. */
	onWithdrawn?: ((transaction: WriteTransaction, application: ApplicationRecord) => Promise<void>) | undefined;
};

export function createManageApplication({
	database,
	clock,
	company,
	kinds,
	reasons = [],
	careersEmail,
	messageIdDomain,
	findToldStage,
	onWithdrawn,
}: ManageDeps): ManageApplication {
	const find = (token: string) => findApplication(database.db, { tokenHash: hashToken(token) });
	return {
		find,
		describeStanding: async (reference) => (await findToldStage?.(reference))?.senderReads,
		listReasons: () => reasons,
		async withdraw(token, chosen) {
			const application = await find(token);
			if (!application) return false;
			const now = clock.now();
			const reason = reasons.find(({ key }) => key === chosen);
			await database.write(async (transaction) => {
				const { reference } = application;
				await withdrawConsent(transaction, reference, { at: now, by: "private-page" });
				if (await withdrawApplication(transaction, reference, { from: "quarantined", now })) return;
				if (!(await withdrawApplication(transaction, reference, { from: "received", now }))) return;
				await setRecordReason(transaction, reference, reason?.key);
				await countWithdrawal(transaction, findDate(now.epochMilliseconds, company.timeZone), reason?.key ?? "");
				// They would keep it from being erased until they are due.
				await stopReplies(transaction, kinds, reference, now);
				await onWithdrawn?.(transaction, application);
				const email = createWithdrawalNotice(application, careersEmail, reason?.label);
				await enqueueEmail(transaction, email, { now, messageIdDomain });
			});
			return true;
		},
	};
}
