import { once } from "node:events";
import { MessageChannel, parentPort } from "node:worker_threads";
import type { DNSResolver } from "mailauth";
import type { DnsAnswer, SenderQuestion } from "./authenticate-aside.server.ts";
import { authenticateSender, readAuthentication } from "./authenticate-sender.server.ts";

/** The thread that checks senders (authenticate-aside.server.ts). It asks DNS through the server, which is told how. */
parentPort?.on("message", ({ wanted, raw, trustedAuthserv, dns }: SenderQuestion) => {
	const resolver: DNSResolver = async (name, type) => {
		const { port1, port2 } = new MessageChannel();
		dns.postMessage({ name, type, answer: port2 }, [port2]);
		const [{ found, code }] = (await once(port1, "message")) as [DnsAnswer];
		port1.close();
		if (found) return found;
		throw Object.assign(new Error(`${type} ${name}`), { code });
	};
	const check = wanted === "sender" ? authenticateSender : readAuthentication;
	void check(raw, { trustedAuthserv, resolver }).then((answer) => {
		dns.close();
		parentPort?.postMessage(answer, []);
	});
});
