import { expect, test } from "vitest";
import { toJobAddress } from "./job-draft.ts";

test.each([
	["R&D engineer", "r-d-engineer"],
	["  Senior (React) developer!  ", "senior-react-developer"],
	["Développeuse à Zürich", "developpeuse-a-zurich"],
	["new", "new-position"],
	["Preview", "preview-position"],
	["解決", "position"],
	["", "position"],
])("%j has the address %s", (title, address) => {
	expect(toJobAddress(title)).toBe(address);
});

test("a long title has an address of at most 60 characters that does not end in a hyphen", () => {
	const address = toJobAddress(`${"a".repeat(59)} engineer`);
	expect(address).toBe("a".repeat(59));
});
