import { expect, test } from "vitest";
import type { Stage } from "../../../shared/desk.ts";
import { checkStages } from "./job-stage-rules.server.ts";

const current: Stage[] = [
	{ key: "new", label: "New", open: true },
	{ key: "talk", label: "Talk", open: true },
	{ key: "hired", label: "Hired", open: false },
	{ key: "rejected", label: "Rejected", open: false },
	{ key: "withdrawn", label: "Withdrawn", open: false },
];
const nobody = new Map<string, number>();
const without = (key: string) => current.filter((stage) => stage.key !== key);
const messagesOf = (stages: Stage[], used: ReadonlyMap<string, number> = nobody) =>
	checkStages(stages, { current, used }).map(({ field, message }) => `${field}: ${message}`);

test("stages may be renamed, added, ordered, and removed when they are empty", () => {
	const renamed = current.map((stage) => ({ ...stage, label: `${stage.label}!` }));
	expect(messagesOf([...renamed, { key: "trial", label: "Trial", open: true }])).toEqual([]);
	expect(messagesOf(without("talk"))).toEqual([]);
});

test("a stage with applications cannot be removed", () => {
	expect(messagesOf(without("talk"), new Map([["talk", 3]]))).toEqual([
		"stages: 3 in Talk. Move them to another stage first",
	]);
	expect(messagesOf(without("new"), new Map([["", 2]]))).toHaveLength(1);
	const turned = [...current.slice(1, 2), ...without("talk")];
	expect(messagesOf(turned, new Map([["", 2]]))).toEqual([
		"stages: 2 in the first stage, New. Move them before you change it",
	]);
	expect(messagesOf(turned)).toEqual([]);
});

test("final stages stay final", () => {
	expect(messagesOf(without("hired"))).toEqual(["stages: Every job needs Hired. Rename it instead"]);
	expect(messagesOf(current.map((stage) => ({ ...stage, open: true })))).toHaveLength(3);
	expect(messagesOf(current.map((stage) => ({ ...stage, open: false })))).toEqual([
		"stages-0-open: New applications start in the first stage, so it needs work",
	]);
});
