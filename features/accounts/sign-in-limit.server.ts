import { createHmac } from "node:crypto";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";

type SignInFailuresTable = {
	/** Keyed hash of what is counted: an account, a network, or both; the database tells nobody who tried. */
	subject: string;
	failures: number;
	lastAt: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		signInFailures: SignInFailuresTable;
	}
}

/** So many wrong answers cost nothing: everybody mistypes. */
const freeFailures = 5;
/** Then the wait doubles from this on. */
const firstWaitSeconds = 5;
/** For a network that tries many accounts, and for an account that many networks try. */
const mostWaitSeconds = { network: 60 * 60, account: 30 };
/** Failures are forgotten when nothing came for so long. */
const forgetAfter = Temporal.Duration.from({ hours: 24 });

/**
 * Who tries to sign in to what. A guesser is slowed by the network, up to an hour; an account that is guessed at from everywhere by half a
 * minute at most, so that nobody can lock its owner out; and a browser that has signed in to the account before is counted by itself.
 */
export type SignInAttempt = {
	/** Normalised e-mail address, whether it has an account or not. */
	email: string;
	/** IPv4 address, or /64 of IPv6. */
	network: string;
	/** What the browser's own cookie says of an earlier sign-in to this account. */
	knownDevice: string | undefined;
};

/** Counts wrong answers by hashes that only this installation can make. */
export function createSignInLimit(secret: string) {
	const hash = (kind: string, ...values: string[]) =>
		createHmac("sha256", secret)
			.update(JSON.stringify([kind, ...values]))
			.digest("hex");

	function listSubjects({ email, network, knownDevice }: SignInAttempt): { subject: string; mostSeconds: number }[] {
		return knownDevice === undefined
			? [
					{ subject: hash("network", network), mostSeconds: mostWaitSeconds.network },
					{ subject: hash("account", email), mostSeconds: mostWaitSeconds.account },
				]
			: [{ subject: hash("device", email, knownDevice), mostSeconds: mostWaitSeconds.account }];
	}

	return {
		/** How many seconds somebody has to wait before the next try; 0 for none. */
		async findWaitSeconds(db: Connection, attempt: SignInAttempt, now: Temporal.Instant): Promise<number> {
			const subjects = listSubjects(attempt);
			const rows = await db
				.selectFrom("signInFailures")
				.selectAll()
				.where(
					"subject",
					"in",
					subjects.map(({ subject }) => subject),
				)
				.where("lastAt", ">", toInstantText(now.subtract(forgetAfter)))
				.execute();
			const waits = rows.map(({ subject, failures, lastAt }) => {
				const mostSeconds = subjects.find((counted) => counted.subject === subject)?.mostSeconds ?? 0;
				const until = Temporal.Instant.from(lastAt).add({ seconds: findPause(failures, mostSeconds) });
				return Math.ceil(now.until(until).total("seconds"));
			});
			return Math.max(0, ...waits);
		},
		/** Counts a wrong answer. */
		async countFailure(transaction: WriteTransaction, attempt: SignInAttempt, now: Temporal.Instant): Promise<void> {
			const forgottenBefore = toInstantText(now.subtract(forgetAfter));
			for (const { subject } of listSubjects(attempt))
				await transaction
					.insertInto("signInFailures")
					.values({ subject, failures: 1, lastAt: toInstantText(now) })
					.onConflict((conflict) =>
						conflict.column("subject").doUpdateSet((of) => ({
							failures: of
								.case()
								.when("signInFailures.lastAt", "<=", forgottenBefore)
								.then(1)
								.else(of("signInFailures.failures", "+", 1))
								.end(),
							lastAt: toInstantText(now),
						})),
					)
					.execute();
		},
		/** Forgets the wrong answers of whoever has signed in, but not those of the network, which may be a guesser's with an account. */
		async forget(transaction: WriteTransaction, attempt: SignInAttempt): Promise<void> {
			await transaction
				.deleteFrom("signInFailures")
				.where("subject", "in", [
					hash("account", attempt.email),
					hash("device", attempt.email, attempt.knownDevice ?? ""),
				])
				.execute();
		},
	};
}

/** Takes what is forgotten out of the database. */
export async function deleteForgottenFailures(db: Connection, now: Temporal.Instant): Promise<void> {
	await db
		.deleteFrom("signInFailures")
		.where("lastAt", "<=", toInstantText(now.subtract(forgetAfter)))
		.execute();
}

function findPause(failures: number, mostSeconds: number): number {
	return failures < freeFailures ? 0 : Math.min(mostSeconds, firstWaitSeconds * 2 ** (failures - freeFailures));
}
