import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { DNSResolver } from "mailauth";
import { getProgramUrl } from "../../../platform/program-url.ts";
import { createAside, EndedAsideError } from "../../../platform/run-aside.ts";
import type { Authentication } from "../../self-trial/trial-store.server.ts";
import type { SenderAuthentication } from "./authenticate-sender.server.ts";

/** A task of authenticate-worker.server.ts. */
export type SenderQuestion = {
	wanted: "sender" | "authentication";
	raw: Uint8Array;
	trustedAuthserv: string;
	/** Takes questions to DNS, each with the port that its answer goes to. */
	dns: MessagePort;
};

type DnsQuestion = { name: string; type: string; answer: MessagePort };
export type DnsAnswer = { found?: string[][] | string[]; code?: string };

type CheckOptions = { trustedAuthserv: string; resolver: DNSResolver };

type SenderCheck = {
	/** As authenticateSender; "none" when that takes too long. */
	authenticateSender(raw: Uint8Array, options: CheckOptions): Promise<Pick<SenderAuthentication, "dmarc">>;
	/** As readAuthentication; nothing is known when that takes too long. */
	readAuthentication(raw: Uint8Array, options: CheckOptions): Promise<Authentication>;
};

/** Creates a check like senderCheck with other limits. */
export function createSenderCheck({ timeoutMs, maxMemoryMb }: { timeoutMs: number; maxMemoryMb: number }): SenderCheck {
	const run = createAside<unknown>(getProgramUrl("./authenticate-worker.server.ts", import.meta.url), {
		timeoutMs,
		maxMemoryMb,
		keptMs: 20_000,
	});
	async function ask<Answer>(
		wanted: SenderQuestion["wanted"],
		raw: Uint8Array,
		{ trustedAuthserv, resolver }: CheckOptions,
		otherwise: Answer,
	): Promise<Answer> {
		const { port1, port2 } = new MessageChannel();
		port1.on("message", ({ name, type, answer }: DnsQuestion) => {
			const tell = (found: DnsAnswer) => answer.postMessage(found, []);
			resolver(name, type).then(
				(found) => tell({ found }),
				({ code = "" }: NodeJS.ErrnoException) => tell({ code }),
			);
		});
		try {
			const question: SenderQuestion = { wanted, raw, trustedAuthserv, dns: port2 };
			return (await run(question, [port2])) as Answer;
		} catch (error) {
			if (error instanceof EndedAsideError) return otherwise;
			throw error;
		} finally {
			port1.close();
		}
	}
	return {
		authenticateSender: (raw, options) =>
			ask<Pick<SenderAuthentication, "dmarc">>("sender", raw, options, { dmarc: "none" }),
		readAuthentication: (raw, options) => ask<Authentication>("authentication", raw, options, {}),
	};
}

/** Checks senders on a thread of its own, one message at a time, each for 15 seconds at most, DNS included. */
export const senderCheck = createSenderCheck({ timeoutMs: 15_000, maxMemoryMb: 512 });
