import { expect, test } from "vitest";
import { changeList, readListChange, writeListChange } from "./change-list.ts";

const form = new URLSearchParams([
	["fields.steps:items", "0"],
	["fields.steps.0", "first"],
	["fields.steps:items", "1"],
	["fields.steps.1", "second"],
	["fields.steps:items", "2"],
	["fields.steps.2", "third"],
	["fields.other:items", "0"],
]);

function change(button: string): { steps: string[]; index: number } {
	const asked = readListChange(button);
	if (!asked) throw new Error(`${button} changes no list`);
	const { form: changed, index } = changeList(form, asked);
	expect(changed.getAll("fields.other:items")).toEqual(["0"]);
	return {
		steps: changed.getAll("fields.steps:items").map((key) => changed.get(`fields.steps.${key}`) ?? "empty"),
		index,
	};
}

test.each([
	["up fields.steps 1", ["second", "first", "third"], 0],
	["down fields.steps 1", ["first", "third", "second"], 2],
	["up fields.steps 0", ["first", "second", "third"], 0],
	["down fields.steps 2", ["first", "second", "third"], 2],
	["remove fields.steps 1", ["first", "third"], 1],
	["add fields.steps -", ["first", "second", "third", "empty"], 3],
	["up fields.steps gone", ["first", "second", "third"], 0],
])("the button %s gives %j", (button, steps, index) => {
	expect(change(button)).toEqual({ steps, index });
});

test("a button's value is read as it was written", () => {
	const asked = { change: "up", list: "fields.a.0.b", key: "n7" } as const;
	expect(readListChange(writeListChange(asked))).toEqual(asked);
});

test.each(["save", "publish", "", "up", "fly fields.steps 1"])("the button %j changes no list", (button) => {
	expect(readListChange(button)).toBeUndefined();
});
