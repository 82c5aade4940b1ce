import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { changedFields } from "../../core/records/work-store.server.ts";
import { recordNames } from "../guard/record-names.ts";
import { describeAction, describeDetail, describeSubject, findWords } from "./audit-words.ts";

/** Calls whose text is an action of the audit log, or the end of one. */
const patterns: [call: RegExp, prefix: string][] = [
	[/\baction: (?:[^"\n]{0,40}\? )?"([a-z-]+\.[a-z-]+)"(?: : "([a-z-]+\.[a-z-]+)")?/g, ""],
	[/\baction: "(sign-in|sign-out|proof)"/g, ""],
	[/\bnotingNew\("([a-z.-]+)"\)/g, ""],
	[
		/\b(?:note|audit)\((?:transaction, )?(?:account\.id, |id, )?(?:wanted \? )?"([a-z-]+\.[a-z-]+)"(?: : "([a-z-]+\.[a-z-]+)")?/g,
		"",
	],
	[/\baction: `(?:\$\{[\w.]+\})\.([a-z-]+)`/g, "record"],
	[/\bnote\(transaction, "([a-z]+)", one\b/g, "import"],
	[/\bnoteJob\(transaction, "([a-z]+)"/g, "job"],
];

test("every action that the code writes to the audit log has words", () => {
	const actions = new Set<string>();
	const add = (prefix: string, deed: string) => {
		if (prefix === "record") for (const { name } of recordNames) actions.add(`${name}.${deed}`);
		else actions.add(prefix === "" ? deed : `${prefix}.${deed}`);
	};
	for (const file of globSync("{core,features,desk,server}/**/*.{ts,tsx}")) {
		if (/\.test\.|\.react-router/.test(file)) continue;
		const text = readFileSync(file, "utf8");
		for (const [call, prefix] of patterns)
			for (const [, ...deeds] of text.matchAll(call)) for (const deed of deeds) if (deed) add(prefix, deed);
	}
	for (const deed of [...changedFields.filter((field) => field !== "spam"), "unsnooze", "quarantine", "release"])
		add("record", deed);
	for (const deed of ["move", "hand-over", "cancel", "invite", "take-back"]) add("booking", deed);
	for (const deed of ["scheduled", "handed-over", "cancelled", "invited", "change-taken-back", "taken-back", "outcome"])
		add("application", `interview-${deed}`);
	for (const deed of ["draft", "change", "publish", "close", "reopen", "extend", "stages", "criteria", "plan"])
		add("job", deed);
	for (const deed of ["pause", "resume", "rotate", "test", "send-again", "delete"]) add("webhook", deed);
	for (const deed of ["authority-sent", "authority-not-needed", "authority-open", "draft"]) add("incident", deed);
	for (const deed of [
		"settings",
		"time-off",
		"time-off-removed",
		"calendar-added",
		"calendar-fetched",
		"calendar-removed",
	])
		add("host", deed);
	for (const deed of ["stop", "resume", "delete", "send", "change", "test"]) add("newsletter", deed);
	for (const deed of ["upload", "replace", "cut", "restore"]) add("picture", deed);
	expect(actions.size).toBeGreaterThan(150);
	expect([...actions].filter((action) => findWords(action) === undefined)).toEqual([]);
});

test("actions, subjects and details read as words, those of another release too", () => {
	const write = (at: Temporal.Instant) => at.toString();
	expect(describeAction("application.resume-read")).toBe("Opened resume");
	expect(describeAction("sign-in")).toBe("Signed in");
	expect(describeAction("account.sessions-ended")).toBe("Signed member out everywhere");
	expect(describeAction("account.sessions-ended", { session: "id" })).toBe("Signed member out of one session");
	expect(describeAction("robot.taught-to-dance")).toBe("Robot taught to dance");
	expect(describeSubject("import.begin", "import:3")).toBe("Import 3");
	expect(describeSubject("content.discard", "blog:post.md")).toBe("blog/post.md");
	expect(describeSubject("enquiry.reply", "ENQ-12345678")).toBe("ENQ-12345678");
	expect(describeDetail("passwordRight", false, write)).toBe("Password correct: no");
	expect(describeDetail("roles", "admin,sales", write)).toBe("Roles: admin, sales");
	expect(describeDetail("endsAt", "2026-11-30T06:00:00Z", () => "30 Nov 2026")).toBe("Ends: 30 Nov 2026");
});
