import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";

/** Script of the process: reads texts as JSON and prints whether the list contains one. */
const lookUp = `
const loaded = require(process.argv[1]);
const list = new Set(Object.values(loaded.default ?? loaded));
const texts = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
process.stdout.write(String(texts.some((text) => list.has(text))));
`;
const timeoutMs = 20_000;

/**
 * Tells whether one of some lower-case texts is among the 49,000 most common passwords.
 *
 * Unpacking the list takes 20 MB and 0.1 s. Passwords are rarely set, so a short-lived process does it; a thread would keep the memory in
 * this one.
 * Source: @zxcvbn-ts/language-common.
 * @throws when the process cannot be started or fails
 */
export async function findsCommonPassword(texts: readonly string[]): Promise<boolean> {
	const file = createRequire(import.meta.url).resolve("@zxcvbn-ts/language-common/dist/passwords.json.cjs");
	const child = spawn(process.execPath, ["--eval", lookUp, file], {
		// No secrets of this process, and the texts by standard input: others on the machine can see arguments.
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
