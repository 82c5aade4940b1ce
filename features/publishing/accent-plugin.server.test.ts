import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import { build } from "vite";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { readFolders } from "../../platform/config.ts";
import { deriveAccent, findAccentFault } from "../../shared/accent.ts";
import { accentPlugin, readAccent } from "./accent-plugin.server.ts";
import { YamlFileError } from "./yaml-file.server.ts";

const company = readFileSync(join(readFolders().contentDirectory, "company.yml"), "utf8");

/** A content folder with only a company file and this accent colour. */
let directory: string;

beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "accent-"));
	onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
});

function writeAccent(line: string): void {
	writeFileSync(join(directory, "company.yml"), company.replace(/^accentColour: .*$/m, line));
}

test("a stylesheet that imports the tokens gets the shades of the content's accent as values", async () => {
	writeAccent('accentColour: "#2F9E8F"');
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
	["", 'must be a colour in quotes, such as "#1A2B3C"'],
	['accentColour: "#1A2B3C"', findAccentFault("#1A2B3C")],
])("%s stops the build, and says why", (line, reason) => {
	writeAccent(line);
	expect(() => readAccent(directory)).toThrow(new YamlFileError(`content/company.yml: accentColour: ${reason}`));
});
