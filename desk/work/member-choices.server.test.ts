import { expect, test } from "vitest";
import { findMentions } from "../../core/records/mentions.ts";
import { listMemberChoices } from "./member-choices.server.ts";

const members = [
	{ id: "1", name: "Meera Iyer", email: "meera@narangi.example" },
	{ id: "2", name: "Ravi Das", email: "ravi@narangi.example" },
	{ id: "3", name: "Ravi das", email: "ravi.das@narangi.example" },
];

test("members of one name are told apart by their address", () => {
	expect(listMemberChoices(members).map(({ name }) => name)).toEqual([
		"Meera Iyer",
		"Ravi Das (ravi)",
		"Ravi das (ravi.das)",
	]);
});

test("the mention of each notifies that member alone", () => {
	for (const [index, { mention }] of listMemberChoices(members).entries())
		expect(findMentions(`@${mention} please call`, members)).toEqual([members[index]]);
});
