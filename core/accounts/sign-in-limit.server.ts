import { createHmac } from "node:crypto";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { takeLock } from "../../platform/database/take-lock.ts";

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
/** For a network that tries many accounts, for an account that many networks try, and for a browser that its owner has used before. */
const mostWaitSeconds = { network: 60 * 60, account: 15 * 60, device: 30 };
/** Failures are forgotten when nothing came for so long. */
const forgetAfter = Temporal.Duration.from({ hours: 24 });

/**
 * Who tries to sign in to what. A guesser is slowed by the network, up to an hour, and an account that is guessed at from everywhere up
 * to a quarter of one: NIST SP 800-63B asks for a bound on all guesses at an account. So that nobody locks its owner out by guessing, a
 * browser that has signed in to the account before is counted by itself, and a passkey is not counted at all.
 */
export type SignInAttempt = {
	/** Normalised e-mail address, whether it has an account or not. */
	email: string;
	/** IPv4 address, or /64 of IPv6. */
	network: string;
	/** Hash of the browser's own token, when findDevice knows it of an earlier sign-in to this account. */
	knownDevice: string | undefined;
};

export type SignInLimit = ReturnType<typeof createSignInLimit>;

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
			: [{ subject: hash("device", email, knownDevice), mostSeconds: mostWaitSeconds.device }];
	}

	async function count(transaction: WriteTransaction, subject: string, now: Temporal.Instant): Promise<void> {
		const forgottenBefore = toInstantText(now.subtract(forgetAfter));
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
	}

	return {
		/**
		 * Takes a turn: counts a wrong answer before the answer is looked at, so that many that come at once are not all looked at;
		 * forget takes it back when it was right.
		 *
		 * @returns how many seconds somebody has to wait, when this is no turn; 0 when it is one
		 */
		async takeTurn(transaction: WriteTransaction, attempt: SignInAttempt, now: Temporal.Instant): Promise<number> {
			await takeLock(transaction, "sign-in failures");
			const seconds = await this.findWaitSeconds(transaction, attempt, now);
			if (seconds === 0) await this.countFailure(transaction, attempt, now);
			return seconds;
		},
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
			for (const { subject } of listSubjects(attempt)) await count(transaction, subject, now);
		},
		/** Counts a wrong code behind the right password; gives how many there were since the account was last signed in to. */
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
		/**
		 * Forgets the wrong answers of whoever has signed in, but of those of the network only the turn that was taken: it may be a
		 * guesser's with an account.
		 */
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
