import { createHmac } from "node:crypto";
import { clockTolerance } from "../../platform/clock.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { takeLock } from "../../platform/database/take-lock.ts";

type SignInFailuresTable = {
	/** Keyed hash of an account, a network or both, so that the database does not reveal who tried. */
	subject: string;
	failures: number;
	lastAt: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		signInFailures: SignInFailuresTable;
	}
}

/** Free, because everybody mistypes. */
const freeFailures = 5;
/** The wait doubles from this on. */
const firstWaitSeconds = 5;
/** The longest wait for a network that tries many accounts, an account that many networks try, and a known browser. */
const mostWaitSeconds = { network: 60 * 60, account: 15 * 60, device: 30 };
/** Failures are forgotten after this long without another. */
const forgetAfter = Temporal.Duration.from({ hours: 24 });

/**
 * An attempt to sign in. A guesser's network waits up to an hour, and an account that many networks guess at up to a quarter of one: NIST
 * SP 800-63B asks for a limit on all guesses at an account. So that guessing does not lock the owner out, a browser that has signed in to
 * the account before is counted separately, and passkeys are not counted.
 */
export type SignInAttempt = {
	/** Normalised, with or without an account. */
	email: string;
	/** IPv4 address, or /56 of IPv6. */
	network: string;
	/** Hash of the browser's token, when findDevice knows it for this account. */
	knownDevice: string | undefined;
};

export type SignInLimit = ReturnType<typeof createSignInLimit>;

/** Creates the counter of wrong answers. It stores hashes keyed by the installation's secret. */
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
			: [{ subject: hash("device", email, knownDevice), mostSeconds: mostWaitSeconds.device }];
	}

	async function count(transaction: WriteTransaction, subject: string, now: Temporal.Instant): Promise<void> {
		const { after, until } = findCounted(now);
		await transaction
			.insertInto("signInFailures")
			.values({ subject, failures: 1, lastAt: toInstantText(now) })
			.onConflict((conflict) =>
				conflict.column("subject").doUpdateSet((of) => ({
					failures: of
						.case()
						.when(of.and([of("signInFailures.lastAt", ">", after), of("signInFailures.lastAt", "<=", until)]))
						.then(of("signInFailures.failures", "+", 1))
						.else(1)
						.end(),
					lastAt: toInstantText(now),
				})),
			)
			.execute();
	}

	return {
		/**
		 * Counts a wrong answer before it is checked, so that simultaneous attempts cannot all be checked; forget removes it after a right one.
		 * @returns seconds to wait before the attempt may be checked; 0 to go on
		 */
		async takeTurn(transaction: WriteTransaction, attempt: SignInAttempt, now: Temporal.Instant): Promise<number> {
			await takeLock(transaction, "sign-in failures");
			const seconds = await this.findWaitSeconds(transaction, attempt, now);
			if (seconds === 0) await this.countFailure(transaction, attempt, now);
			return seconds;
		},
		/** Returns the seconds to wait before the next attempt; 0 for none. */
		async findWaitSeconds(db: Connection, attempt: SignInAttempt, now: Temporal.Instant): Promise<number> {
			const subjects = listSubjects(attempt);
			const { after, until } = findCounted(now);
			const rows = await db
				.selectFrom("signInFailures")
				.selectAll()
				.where(
					"subject",
					"in",
					subjects.map(({ subject }) => subject),
				)
				.where("lastAt", ">", after)
				.where("lastAt", "<=", until)
				.execute();
			const waits = rows.map(({ subject, failures, lastAt }) => {
				const mostSeconds = subjects.find((counted) => counted.subject === subject)?.mostSeconds ?? 0;
				const end = Temporal.Instant.from(lastAt).add({ seconds: findPause(failures, mostSeconds) });
				return Math.ceil(now.until(end).total("seconds"));
			});
			return Math.max(0, ...waits);
		},
		async countFailure(transaction: WriteTransaction, attempt: SignInAttempt, now: Temporal.Instant): Promise<void> {
			for (const { subject } of listSubjects(attempt)) await count(transaction, subject, now);
		},
		/** Counts a wrong code with the right password. Returns the count since the last sign-in. */
		async countRefusedCode(transaction: WriteTransaction, email: string, now: Temporal.Instant): Promise<number> {
			const subject = hash("code", email);
			await count(transaction, subject, now);
			const { failures } = await transaction
				.selectFrom("signInFailures")
				.select("failures")
				.where("subject", "=", subject)
				.executeTakeFirstOrThrow();
			return failures;
		},
		/** Forgets an account's failures after a sign-in. Of its network's, only this attempt is forgotten: a guesser may own an account. */
		async forget(transaction: WriteTransaction, attempt: SignInAttempt): Promise<void> {
			if (attempt.knownDevice === undefined)
				await transaction
					.updateTable("signInFailures")
					.set((of) => ({ failures: of("failures", "-", 1) }))
					.where("subject", "=", hash("network", attempt.network))
					.where("failures", ">", 0)
					.execute();
			await transaction
				.deleteFrom("signInFailures")
				.where("subject", "in", [
					hash("account", attempt.email),
					hash("device", attempt.email, attempt.knownDevice ?? ""),
					hash("code", attempt.email),
				])
				.execute();
		},
	};
}

/** Deletes failures that no longer count. */
export async function deleteForgottenFailures(db: Connection, now: Temporal.Instant): Promise<void> {
	await db
		.deleteFrom("signInFailures")
		.where("lastAt", "<=", toInstantText(now.subtract(forgetAfter)))
		.execute();
}

/** Failures of a time to come were counted by a wrong clock. */
function findCounted(now: Temporal.Instant): { after: string; until: string } {
	return { after: toInstantText(now.subtract(forgetAfter)), until: toInstantText(now.add(clockTolerance)) };
}

function findPause(failures: number, mostSeconds: number): number {
	return failures < freeFailures ? 0 : Math.min(mostSeconds, firstWaitSeconds * 2 ** (failures - freeFailures));
}
