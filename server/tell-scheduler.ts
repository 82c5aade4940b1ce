import { findAccount } from "../core/accounts/store.server.ts";
import { createFailedReleaseEmail } from "../features/publishing/releases/email-intents.server.ts";
import type { TellScheduler } from "../features/publishing/releases/studio-deps.ts";
import type { Clock } from "../platform/clock.ts";
import { enqueueEmail } from "../platform/email/enqueue-email.ts";

/** Creates the e-mail about a scheduled release that was not made; none is sent when the account can no longer sign in. */
export function createTellScheduler({
	clock,
	messageIdDomain,
}: {
	clock: Clock;
	messageIdDomain: string;
}): TellScheduler {
	return async (transaction, { by, ...failed }) => {
		const account = await findAccount(transaction, by);
		if (!account || account.disabledAt !== undefined) return;
		const email = createFailedReleaseEmail(failed, account.email);
		await enqueueEmail(transaction, email, { now: clock.now(), messageIdDomain });
	};
}
