import type { DatabaseSync } from "node:sqlite";
import { CommitOutcomeUnknownError } from "./storage-errors.ts";

/** Most transactions, and longest time, of a round; transactions that have ended wait for its commit. */
const maxInRound = 64;
const maxRoundMs = 10;

/** Transactions that share a commit. */
type Round = {
	count: number;
	begunAt: number;
	/** Settles with the shared commit. */
	ended: PromiseWithResolvers<void>;
	/** Why SQLite rolled all of them back, if it did. */
	lost?: unknown;
};

/** A transaction whose turn it is. Exactly one of commit and rollBack is called, once. */
export type SharedTransaction = {
	/** Notices a rollback by SQLite itself, as on a full disk. */
	noteError(error: unknown): void;
	/**
	 * Ends the transaction and resolves when it is on disk.
	 *
	 * @throws the error of the shared commit
	 */
	commit(): Promise<void>;
	/**
	 * Ends the transaction without a trace. Resolves when the rest of its round is on disk, because it may have failed on data of that
	 * round.
	 *
	 * @throws the error of the shared commit
	 */
	rollBack(): Promise<void>;
};

export type SharedCommits = {
	/** Resolves when a read outside of transactions may run; returns no promise if it may run at once. */
	beginRead(): Promise<void> | undefined;
	endRead(): void;
	/**
	 * Resolves when a transaction may run.
	 *
	 * @throws the error that kept the round from beginning, such as another process's lock
	 */
	beginTransaction(): Promise<SharedTransaction>;
};

/**
 * Shares the one connection of a process, one user at a time, and lets concurrent transactions share a commit
 * (docs/decisions/0062-shared-commits.md).
 *
 * Nothing is acknowledged unless `assertInPlace` returns before and after its commit.
 *
 * A round is one transaction of SQLite, which takes the write lock when it begins. Each further transaction in it is a savepoint, so a
 * single one costs no more than before. None ends before the round is on disk. No read runs during a round, so none sees uncommitted
 * data.
 */
export function createSharedCommits(
	connection: DatabaseSync,
	assertInPlace: () => void = () => undefined,
): SharedCommits {
	const reads: (() => void)[] = [];
	const transactions: PromiseWithResolvers<SharedTransaction>[] = [];
	let isTaken = false;
	let isPlanned = false;
	let round: Round | undefined;

	/** Called when the connection is free: the round continues or ends, then reads run before the next round. */
	function proceed(): void {
		isTaken = false;
		if (round) {
			const next = hasRoom(round) ? transactions.shift() : undefined;
			if (next) return beginInRound(round, next);
			endRound(round);
		}
		const read = reads.shift();
		if (read) {
			isTaken = true;
			read();
		} else planRound();
	}

	/**
	 * Yields to the event loop once before a round, so that others can join, and other work can run between rounds that wait for another
	 * process.
	 */
	function planRound(): void {
		if (isPlanned || transactions.length === 0) return;
		isPlanned = true;
		setImmediate(() => {
			isPlanned = false;
			// Otherwise the present user plans the next round when it ends.
			if (!isTaken) beginRound();
		});
	}

	function beginRound(): void {
		try {
			connection.exec("begin immediate");
		} catch (error) {
			for (const { reject } of transactions.splice(0)) reject(error);
			return;
		}
		round = { count: 0, begunAt: performance.now(), ended: Promise.withResolvers() };
		const first = transactions.shift();
		if (first) beginInRound(round, first);
	}

	function beginInRound(current: Round, { resolve, reject }: PromiseWithResolvers<SharedTransaction>): void {
		isTaken = true;
		current.count += 1;
		const isFirst = current.count === 1;
		try {
			if (!isFirst) connection.exec("savepoint one");
		} catch (error) {
			current.lost = error;
			reject(error);
			return proceed();
		}
		resolve({
			noteError(error) {
				if (!connection.isTransaction) current.lost ??= error;
			},
			commit: () => endInRound(current, isFirst ? undefined : "release one"),
			rollBack: () => (isFirst ? endAlone(current) : endInRound(current, "rollback to one; release one")),
		});
	}

	function endInRound(current: Round, statement: string | undefined): Promise<void> {
		try {
			if (!("lost" in current)) {
				if (statement !== undefined) connection.exec(statement);
				else if (!connection.isTransaction) throw new Error("The transaction was ended by a statement of its own");
			}
		} catch (error) {
			current.lost = error;
		}
		proceed();
		return current.ended.promise;
	}

	/** Rolls back the first transaction of a round that nobody shares yet. */
	async function endAlone(current: Round): Promise<void> {
		round = undefined;
		current.ended.resolve();
		try {
			if (connection.isTransaction) connection.exec("rollback");
		} finally {
			proceed();
		}
	}

	function endRound(current: Round): void {
		round = undefined;
		try {
			if ("lost" in current) throw current.lost;
			assertInPlace();
			connection.exec("commit");
			assertStillInPlace();
			current.ended.resolve();
		} catch (error) {
			current.ended.reject(error);
			// SQLite rolls back by itself when the disk is full.
			if (connection.isTransaction) connection.exec("rollback");
		}
	}

	/** Throws if the file has gone: commits of that moment are in a file without a name. */
	function assertStillInPlace(): void {
		try {
			assertInPlace();
		} catch (error) {
			throw new CommitOutcomeUnknownError(error);
		}
	}

	return {
		beginRead() {
			if (isTaken) return new Promise((resolve) => reads.push(resolve));
			isTaken = true;
			return undefined;
		},
		endRead: proceed,
		beginTransaction() {
			const waiting = Promise.withResolvers<SharedTransaction>();
			transactions.push(waiting);
			if (!isTaken) planRound();
			return waiting.promise;
		},
	};
}

function hasRoom(round: Round): boolean {
	return !("lost" in round) && round.count < maxInRound && performance.now() - round.begunAt < maxRoundMs;
}
