import { expect, test } from "vitest";
import { joinName, splitName } from "./split-name.ts";

test.each([
	["Asha Rao", "Asha", "Rao"],
	["  Asha   Devi\tRao ", "Asha", "Devi Rao"],
	["Asha", "Asha", ""],
	["Rao, Asha", "Asha", "Rao"],
	["van der Berg, Jan Piet", "Jan", "Piet van der Berg"],
	["Acme, Inc.", "Acme,", "Inc."],
	["Rao, Asha, PhD", "Rao,", "Asha, PhD"],
	["Rao,", "Rao,", ""],
	["asha.rao@visitor.example", "", "asha.rao@visitor.example"],
	["李小龍", "李小龍", ""],
	["", "", ""],
])("the name %j has the first name %j and the last name %j", (name, firstName, lastName) => {
	expect(splitName(name)).toEqual({ firstName, lastName });
});

test("a name with one part is joined without spaces around it", () => {
	expect(joinName({ firstName: "Asha", lastName: "" })).toBe("Asha");
	expect(joinName({ firstName: "", lastName: "asha@visitor.example" })).toBe("asha@visitor.example");
});
