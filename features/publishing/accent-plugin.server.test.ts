import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import { build } from "vite";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { deriveAccent, findAccentFault } from "../../shared/accent.ts";
import { accentPlugin, readAccent } from "./accent-plugin.server.ts";
import { ContentError } from "./load-content.server.ts";

/** A content folder that holds nothing but a company file, which holds nothing but the accent. */
let directory: string;

beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "accent-"));
	onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
});

function writeCompany(lines: string): void {
	writeFileSync(join(directory, "company.yml"), lines);
}

test("a stylesheet that imports the tokens gets the shades of the content's accent as values", async () => {
	writeCompany('name: Somebody\naccentColour: "#2F9E8F"\n');
	const tokens = fileURLToPath(new URL("../../ui/tokens.css", import.meta.url));
	const stylesheet = join(directory, "styles.css");
	writeFileSync(
		stylesheet,
		`@import "${tokens}";\n.a { @apply text-accent-text bg-accent-fill border-accent-ui fill-accent-on-dark outline-ink; }\n`,
	);

	const result = await build({
		configFile: false,
		root: directory,
		logLevel: "silent",
		plugins: [accentPlugin(directory), tailwindcss()],
		build: { write: false, rolldownOptions: { input: stylesheet } },
	});

	const [bundle] = [result].flat();
	if (!bundle || !("output" in bundle)) throw new Error("Nothing was built");
	const css = bundle.output.flatMap((file) => (file.type === "asset" ? [String(file.source)] : [])).join("");
	for (const colour of Object.values(deriveAccent("#2F9E8F"))) expect(css).toContain(colour.toLowerCase());
	expect(css).not.toContain("var(--color-accent");
});

test.each([
	['accentColour: "orange"', 'must be a colour in quotes, such as "#1A2B3C"'],
	['accentColour: "#2F9"', 'must be a colour in quotes, such as "#1A2B3C"'],
	["accentColour: #2F9E8F", 'must be a colour in quotes, such as "#1A2B3C"'],
	["name: Somebody", 'must be a colour in quotes, such as "#1A2B3C"'],
	['accentColour: "#1A2B3C"', findAccentFault("#1A2B3C")],
])("%s stops the build, and says why", (line, reason) => {
	writeCompany(line);
	expect(() => readAccent(directory)).toThrow(new ContentError([`content/company.yml: accentColour: ${reason}`]));
});
