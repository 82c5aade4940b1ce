import { expect, test } from "vitest";
import { meera, noor, ravi } from "../../tests/support/records.ts";
import { findMentions } from "./mentions.ts";

const members = [meera, noor, ravi, { id: "account-rav", name: "Rav", email: "rav@narangi.example" }];

test.each([
	["@Ravi Das please call", ["Ravi Das"]],
	["please, @ravi", ["Ravi Das"]],
	["(@MEERA IYER), @noor.", ["Meera Iyer", "Noor Khan"]],
	["@rav and nobody else", ["Rav"]],
	["@ravioli are no colleague", []],
	["write to asha@ravi.example", []],
	["@ravi @ravi", ["Ravi Das"]],
	["@", []],
	["nobody", []],
])("%j mentions %j", (text, names) => {
	expect(findMentions(text, members).map(({ name }) => name)).toEqual(names);
});
