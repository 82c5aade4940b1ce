import type { RecordKind } from "../../../core/records/record-kind.ts";
import { findRecord } from "../../../core/records/record-store.server.ts";
import {
	createPoolLinks,
	endPoolStay,
	findPoolMonths,
	findPoolStays,
	joinPool,
	leavePool,
	readPoolToken,
} from "../../../core/records/talent-pool.server.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { Company } from "../../../shared/company.ts";
import { formatDate } from "../../../shared/format-date.ts";
import { findDate } from "../../../shared/zoned-time.ts";
import { writePoolConsent } from "./pool-texts.ts";
import { findApplication } from "./store.server.ts";

/** An applicant's side of the talent pool, by the private link of an application. */
export type TalentPool = {
	/** Finds the application of a link, without side effects; undefined for an unknown link, or if it has no place in the pool. */
	find(token: string): Promise<
		| {
				jobTitle: string;
				/** Until when it is in the pool; undefined while it is not. */
				until: Temporal.Instant | undefined;
				/** Until when it would be, if the applicant joined now; undefined where nobody can join any longer. */
				offeredUntil: Temporal.Instant | undefined;
		  }
		| undefined
	>;
	/**
	 * Joins the pool, for its months from now on, or leaves it.
	 * @returns false when the link is unknown, or nobody can join any longer
	 * @throws StorageUnavailableError
	 */
	change(token: string, joins: boolean): Promise<boolean>;
	/** Returns the path of an application's link; undefined where there is no pool. */
	findPath(reference: string): Promise<string | undefined>;
};

/** @param kind of applications; without it there is no pool */
export function createTalentPool({
	database,
	clock,
	company,
	kind,
}: {
	database: Database;
	clock: Clock;
	company: Pick<Company, "name" | "timeZone">;
	kind: RecordKind | undefined;
}): TalentPool {
	const { db } = database;
	const months = kind ? findPoolMonths(kind) : 0;

	async function findEntry(token: string) {
		const reference = await readPoolToken(db, token);
		const application = reference === undefined ? undefined : await findApplication(db, { reference });
		if (application?.state !== "received") return undefined;
		const now = clock.now();
		const stay = (await findPoolStays(db, [application.reference])).get(application.reference);
		const until = stay && Temporal.Instant.compare(stay.until, now) > 0 ? stay.until : undefined;
		const offeredUntil = months === 0 ? undefined : endPoolStay(now, months, company.timeZone);
		const { jobTitle, answers } = application;
		return { reference: application.reference, email: answers.email, jobTitle, until, offeredUntil };
	}

	function write(jobTitle: string, until: Temporal.Instant): string {
		const day = formatDate(findDate(until.epochMilliseconds, company.timeZone));
		return writePoolConsent({ jobTitle, until: day, companyName: company.name });
	}

	return {
		async find(token) {
			const entry = await findEntry(token);
			if (!entry) return undefined;
			const { reference: _, email: _email, ...shown } = entry;
			return shown;
		},
		async change(token, joins) {
			const entry = await findEntry(token);
			if (!entry || (joins && !entry.offeredUntil)) return false;
			const since = clock.now();
			return database.write(async (transaction) => {
				const record = await findRecord(transaction, entry.reference);
				if (!record) return false;
				const { jobTitle, offeredUntil: until } = entry;
				if (joins && until)
					await joinPool(
						transaction,
						{ ...record, email: entry.email },
						{ since, until, text: write(jobTitle, until), askedOn: "the talent pool's page", givenBy: "private-page" },
					);
				else await leavePool(transaction, record, { at: since, by: "private-page" });
				return true;
			});
		},
		async findPath(reference) {
			const link = kind && (await createPoolLinks(db, kind, [reference])).get(reference);
			return link === undefined ? undefined : new URL(link).pathname;
		},
	};
}
