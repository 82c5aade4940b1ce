import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** An IMAP server in front of another, which refuses commands that a test names. */
export type RefusingImap = {
	port: number;
	/** Answers commands that hold this text by itself from now on, with NO or as given; undefined passes all on again. */
	refuse(command: string | undefined, answer?: (tag: string) => string): void;
};

const refuseByNo = (tag: string) => `${tag} NO [SERVERBUG] Not today\r\n`;

/** Puts a proxy in front of an IMAP server on this machine that a test can let refuse commands. */
export async function startRefusingImap(targetPort: number): Promise<RefusingImap> {
	const sockets = new Set<Socket>();
	let refused: string | undefined;
	let write = refuseByNo;
	const server = createServer((incoming) => {
		const outgoing = connect(targetPort, "127.0.0.1");
		for (const socket of [incoming, outgoing]) {
			sockets.add(socket);
			socket.on("error", () => undefined);
			socket.on("close", () => {
				sockets.delete(socket);
				incoming.destroy();
				outgoing.destroy();
			});
		}
		outgoing.pipe(incoming);
		// A client sends one command at a time, and each at once.
		incoming.on("data", (piece: Buffer) => {
			const [tag = ""] = piece.toString("latin1").split(" ");
			if (refused !== undefined && piece.includes(refused)) incoming.write(write(tag));
			else outgoing.write(piece);
		});
	});
	await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
	onTestFinished(() => {
		server.close();
		for (const socket of sockets) socket.destroy();
	});
	return {
		port: (server.address() as AddressInfo).port,
		refuse(command, answer = refuseByNo) {
			refused = command;
			write = answer;
		},
	};
}
