import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

function listNames(folder: string): string[] {
	return readdirSync(fileURLToPath(new URL(folder, import.meta.url)))
		.filter((name) => name.endsWith(".tsx") && !name.endsWith(".test.tsx"))
		.map((name) => name.slice(0, -".tsx".length));
}

test.each(listNames(".."))("%s has a section in the kit", (name) => {
	expect(listNames("sections")).toContain(name);
});
