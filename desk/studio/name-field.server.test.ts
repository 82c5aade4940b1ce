import { expect, test } from "vitest";
import { nameField } from "./name-field.server.ts";

test.each([
	["company.yml", "phone.e164", "Phone › Number as dialled"],
	["company.yml", "offices[1].street", "Offices 2 › Street"],
	["company.yml", "socials[0].url", "Profiles 1 › Address"],
	["company.yml", "statistics.projectsMade", "Site statistics › Projects made"],
	["blog/ask-for-states-not-screens.md", "line 12", "Line 12"],
	["company.yml", "fax.numbers[2]", "Fax › Numbers 3"],
	["unknown.yml", "name", "Name"],
])("of %s, %s is %s", (path, field, name) => {
	expect(nameField(path, field)).toBe(name);
});
