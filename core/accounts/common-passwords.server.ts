import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";

/** Reads texts as JSON, and says whether one of them is in the list. */
const lookUp = `
const loaded = require(process.argv[1]);
const list = new Set(Object.values(loaded.default ?? loaded));
const texts = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
process.stdout.write(String(texts.some((text) => list.has(text))));
`;
const timeoutMs = 20_000;

/**
 * Tells whether one of some texts in lower case is among the 49,000 most common passwords.
 *
 * The list needs 20 MB and a tenth of a second while it is unpacked. Passwords are set once in a while, so a process does it that ends:
 * a thread of this one would leave the memory behind.
 *
 * Source: @zxcvbn-ts/language-common.
 *
 * @throws when the process cannot be started, or does not answer
 */
export async function findsCommonPassword(texts: readonly string[]): Promise<boolean> {
	const file = createRequire(import.meta.url).resolve("@zxcvbn-ts/language-common/dist/passwords.json.cjs");
	const child = spawn(process.execPath, ["--eval", lookUp, file], {
		// Nothing of this process's secrets, and by the standard input, for others on the machine see arguments.
		env: {},
		stdio: ["pipe", "pipe", "ignore"],
		timeout: timeoutMs,
	});
	const ended = once(child, "close");
	child.stdin.on("error", () => undefined).end(JSON.stringify(texts));
	const [answer] = await Promise.all([text(child.stdout), ended]);
	if (answer !== "true" && answer !== "false") throw new Error("The list of common passwords could not be read");
	return answer === "true";
}
