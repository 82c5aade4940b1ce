import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { IncomingMessage } from "./incoming-message.ts";
import { readMessage } from "./read-message.server.ts";

const folder = join(import.meta.dirname, "../../../tests/fixtures/mail");
const expected = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")) as Record<string, unknown>;
const files = readdirSync(folder).filter((file) => file.endsWith(".eml"));

/** The fields that every message of the corpus is compared by; those that are empty are left out. */
function summarise(message: IncomingMessage): unknown {
	const {
		sort,
		from,
		subject,
		text,
		quoted,
		signature,
		ancestors,
		aboutMessageIds,
		forwardedFrom,
		list,
		protection,
		omissions,
	} = message;
	const named = (address: IncomingMessage["from"]) => address && `${address.name} <${address.address}>`.trim();
	const whole = {
		sort,
		from: named(from),
		subject,
		text,
		quoted,
		signature,
		ancestors,
		aboutMessageIds,
		forwardedFrom: named(forwardedFrom),
		writtenAt: message.writtenAt?.toString(),
		list,
		files: message.files.map(({ name, contentType, bytes }) => `${name}, ${contentType}, ${bytes.length} bytes`),
		protection,
		omissions,
	};
	return Object.fromEntries(
		Object.entries(whole).filter(
			([, value]) => value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0),
		),
	);
}

describe("the corpus of messages", () => {
	test("has an expectation for every message, and no other", () => {
		expect(Object.keys(expected).toSorted()).toEqual(files.map((file) => file.replace(/\.eml$/, "")).toSorted());
	});

	test.each(files)("%s is read as expected", async (file) => {
		const message = await readMessage(readFileSync(join(folder, file)));
		expect(summarise(message)).toEqual(expected[file.replace(/\.eml$/, "")]);
	});
});
