import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { withoutPatience } from "./databases.ts";

export type TcpProxy = {
	port: number;
	/** Breaks every connection and refuses new ones. */
	cut(): void;
	/** Forwards data with this text, and then cuts the connection before the response. */
	cutResponseTo(text: string): void;
	/** Accepts connections again, on the same port. */
	restore(): Promise<void>;
	/** Drops everything that arrives on all connections, also later ones, without closing any: like a machine that lost power or network. */
	swallow(): void;
	/** How many connections were ever made to it. */
	connections(): number;
	/** Forwards later connections to another port of this machine; dropped ones stay. */
	leadTo(targetPort: number): void;
};

/** Puts a proxy that a test can cut in front of a server on this machine. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
	const sockets = new Set<Socket>();
	/** Functions that end each forwarded connection silently. */
	const passed = new Set<() => void>();
	let unanswered: string | undefined;
	let target: number | undefined = targetPort;
	let connections = 0;
	const server = createServer((incoming) => {
		connections += 1;
		sockets.add(incoming);
		incoming.on("close", () => sockets.delete(incoming));
		if (target === undefined) {
			incoming.on("error", () => undefined).resume();
			return;
		}
		const outgoing = connect(target, "127.0.0.1");
		sockets.add(outgoing);
		outgoing.on("close", () => sockets.delete(outgoing));
		incoming.on("data", (piece: Buffer) => {
			if (unanswered === undefined || !piece.includes(unanswered)) return;
			unanswered = undefined;
			outgoing.unpipe(incoming);
			outgoing.once("data", cut);
			outgoing.resume();
		});
		const endBoth = () => {
			passed.delete(swallowBoth);
			incoming.destroy();
			outgoing.destroy();
		};
		const swallowBoth = () => {
			for (const [from, to] of [
				[incoming, outgoing],
				[outgoing, incoming],
			] as const)
				from
					.unpipe(to)
					.off("close", endBoth)
					.on("error", () => undefined)
					.resume();
		};
		passed.add(swallowBoth);
		incoming.pipe(outgoing);
		outgoing.pipe(incoming);
		for (const socket of [incoming, outgoing]) socket.on("error", endBoth).on("close", endBoth);
	});
	const listen = (port: number) =>
		new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
	await listen(0);
	const { port } = server.address() as AddressInfo;
	const cut = () => {
		server.close();
		for (const socket of sockets) socket.destroy();
	};
	onTestFinished(cut);
	return {
		port,
		cut,
		connections: () => connections,
		cutResponseTo: (text) => void (unanswered = text),
		restore: () => listen(port),
		swallow() {
			target = undefined;
			for (const swallowBoth of passed) swallowBoth();
			passed.clear();
		},
		leadTo: (newPort) => void (target = newPort),
	};
}

/** The configuration of a database on this machine, reached through a proxy. */
export function throughProxy<Config extends { databaseUrl: string | undefined }>(
	config: Config,
	{ port }: TcpProxy,
): Config {
	const url = new URL(withoutPatience(config).databaseUrl as string);
	url.port = String(port);
	return { ...config, databaseUrl: url.href };
}
