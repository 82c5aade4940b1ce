import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export type TcpProxy = {
	port: number;
	/** Breaks every connection and refuses new ones. */
	cut(): void;
	/** Passes on what holds this text, and then cuts instead of passing on the answer. */
	cutAnswerTo(text: string): void;
	/** Takes connections again, on the same port. */
	restore(): Promise<void>;
};

/** Puts a connection that a test can cut before a server on this machine. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
	const sockets = new Set<Socket>();
	let unanswered: string | undefined;
	const server = createServer((incoming) => {
		const outgoing = connect(targetPort, "127.0.0.1");
		incoming.on("data", (piece: Buffer) => {
			if (unanswered === undefined || !piece.includes(unanswered)) return;
			unanswered = undefined;
			outgoing.unpipe(incoming);
			outgoing.once("data", cut);
			outgoing.resume();
		});
		for (const [from, to] of [
			[incoming, outgoing],
			[outgoing, incoming],
		] as const) {
			sockets.add(from);
			from.pipe(to);
			from.on("error", () => to.destroy());
			from.on("close", () => {
				sockets.delete(from);
				to.destroy();
			});
		}
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
	return { port, cut, cutAnswerTo: (text) => void (unanswered = text), restore: () => listen(port) };
}

/** The configuration of a database on this machine, reached through a proxy. */
export function throughProxy<Config extends { databaseUrl: string | undefined }>(
	config: Config,
	{ port }: TcpProxy,
): Config {
	const url = new URL(config.databaseUrl as string);
	url.port = String(port);
	return { ...config, databaseUrl: url.href };
}
