import type { DatabaseSync } from "node:sqlite";

/** After so many transactions, or so long, a round takes no further one: those that have ended wait for its commit. */
const maxInRound = 64;
const maxRoundMs = 10;

/** Transactions that are committed together. */
type Round = {
	count: number;
	begunAt: number;
	/** Settles with the commit that they share. */
	ended: PromiseWithResolvers<void>;
	/** Why SQLite has rolled all of them back, if it has. */
	lost?: unknown;
};

/** A transaction that has its turn. Exactly one of its functions is called, once. */
export type SharedTransaction = {
	/** Notices that SQLite has rolled everything back by itself, as it does on a full disk. */
	noteError(error: unknown): void;
	/**
	 * Ends it and resolves when it is on disk.
	 *
	 * @throws what the shared commit failed with
	 */
	commit(): Promise<void>;
	/**
	 * Ends it without a trace. Resolves when what the others of its round stored is on disk, for it may have failed because of that.
	 *
	 * @throws what the shared commit failed with
	 */
	rollBack(): Promise<void>;
};

export type SharedCommits = {
	/** Resolves when a read outside of transactions has its turn; at once, without a promise, when nobody else has it. */
	beginRead(): Promise<void> | undefined;
	endRead(): void;
	/**
	 * Resolves when a transaction has its turn.
	 *
	 * @throws what the round could not begin with, such as another process's lock
	 */
	beginTransaction(): Promise<SharedTransaction>;
};

/**
 * Gives the one connection of a process to those who want it, one at a time, and lets transactions that come together share one commit
 * (docs/decisions/0062-writes-share-commits.md).
 *
 * A round is one transaction of SQLite's, which takes the write lock when it begins; each of ours but the first is a savepoint in it, so
 * that one alone costs what it did. None of them ends before the round is on disk. No read has its turn while a round is under way, so that none sees what is not committed.
 */
export function createSharedCommits(connection: DatabaseSync): SharedCommits {
	const reads: (() => void)[] = [];
	const transactions: PromiseWithResolvers<SharedTransaction>[] = [];
	let isTaken = false;
	let isPlanned = false;
	let round: Round | undefined;

	/** Called when nobody has the turn any more: the round goes on or ends, and then reads come before the next. */
	function goOn(): void {
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
	 * Lets the event loop turn once before a round: others join it meanwhile, and when each has to wait for another process, something
	 * else happens between them.
	 */
	function planRound(): void {
		if (isPlanned || transactions.length === 0) return;
		isPlanned = true;
		setImmediate(() => {
			isPlanned = false;
			// Whoever has the turn plans the next round when it ends.
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
			return goOn();
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
		goOn();
		return current.ended.promise;
	}

	/** Rolls back the first of a round, which nobody shares yet. */
	async function endAlone(current: Round): Promise<void> {
		round = undefined;
		current.ended.resolve();
		try {
			if (connection.isTransaction) connection.exec("rollback");
		} finally {
			goOn();
		}
	}

	function endRound(current: Round): void {
		round = undefined;
		try {
			if ("lost" in current) throw current.lost;
			connection.exec("commit");
			current.ended.resolve();
		} catch (error) {
			current.ended.reject(error);
			// SQLite rolls back by itself when the disk is full.
			if (connection.isTransaction) connection.exec("rollback");
		}
	}

	return {
		beginRead() {
			if (isTaken) return new Promise((resolve) => reads.push(resolve));
			isTaken = true;
			return undefined;
		},
		endRead: goOn,
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
