import { expect, test } from "vitest";
import { createLog } from "./log.ts";

test("an error that stands for several is logged with each of them, without personal data", () => {
	const lines: string[] = [];
	const log = createLog({ logLevel: "info" }, { write: (line) => void lines.push(line) });
	const errors = [new TypeError("The disk is gone"), new Error("asha@visitor.example is not an account")];
	log.warn({ err: new AggregateError(errors, "2 imports failed") }, "could not go on");
	expect(JSON.parse(lines[0] ?? "")).toMatchObject({
		err: {
			type: "AggregateError",
			message: "2 imports failed",
			errors: [
				{ type: "TypeError", message: "The disk is gone" },
				{ type: "Error", message: "[address] is not an account" },
			],
		},
	});
});
