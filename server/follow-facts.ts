import type { FastifyInstance } from "fastify";
import type { Content } from "../features/publishing/documents/content.ts";
import type { Logger } from "../platform/log.ts";
import type { CareersFacts } from "../shared/careers.ts";
import type { Company } from "../shared/company.ts";
import type { DeskFacts } from "../shared/desk.ts";
import type { Editions } from "./releases.ts";

/** What of the content decides how the server works, beside what its pages show. */
export type Facts = { company: Company; careers: CareersFacts; deskFacts: DeskFacts };

/** What serves with some facts: the public server and the staff's. */
export type Serving = { facts: Facts; app: FastifyInstance; desk: FastifyInstance };

/** The longest that a request may take which the one before still answers. */
const longestRequestMs = 15 * 60_000;

/** Takes the facts as they are now, so that nothing of them changes while they are used. */
export function takeFacts({ company, careers, deskFacts }: Facts): Facts {
	return { company: { ...company }, careers: { ...careers }, deskFacts: { ...deskFacts } };
}

/** Writes what of the content decides how a server works, to be compared. */
export function writeFacts({ company, careers, desk }: Content): string {
	return JSON.stringify({ company, careers, deskFacts: desk } satisfies Facts);
}

/**
 * Puts the servers together anew when an edition changes facts of the company, and lets the new ones answer behind the same listeners:
 * hours, addresses and rules are taken where the parts are put together, and no request sees some of the old and some of the new.
 *
 * @param first those that listen
 */
export function followFacts<One extends Serving>({
	first,
	editions,
	compose,
	log,
}: {
	first: One;
	editions: Editions;
	compose(isSuccessor: true): Promise<One>;
	log: Logger;
}): { current(): One; settle(): Promise<void>; close(): Promise<void> } {
	let current = first;
	let known = JSON.stringify(first.facts);
	let following: Promise<void> = Promise.resolve();
	const successors = new Set<One>();

	async function follow(): Promise<void> {
		if (writeFacts(editions.current().content) === known) return;
		const next = await compose(true);
		await Promise.all([next.app.ready(), next.desk.ready()]);
		const before = current;
		successors.add(next);
		first.app.handOver(next.app);
		first.desk.handOver(next.desk);
		current = next;
		known = JSON.stringify(next.facts);
		log.info("the facts of the company have changed; the server works with the new ones");
		if (before !== first) setTimeout(retire, longestRequestMs, before).unref();
	}

	async function close(one: One): Promise<void> {
		successors.delete(one);
		await Promise.all([one.app.close(), one.desk.close()]);
	}

	function retire(one: One): void {
		close(one).catch((error: unknown) => log.warn({ err: error }, "the server before could not be closed"));
	}

	editions.listen(() => {
		following = following
			.then(follow)
			.catch((error: unknown) => log.error({ err: error }, "the server goes on with the facts of the company before"));
	});
	return {
		current: () => current,
		settle: () => following,
		close: async () => void (await Promise.all([...successors].map(close))),
	};
}
