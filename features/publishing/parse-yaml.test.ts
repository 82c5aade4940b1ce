import { expect, onTestFinished, test, vi } from "vitest";
import { parseYaml, parseYamlDocument } from "./parse-yaml.ts";

test.each(["[".repeat(20_000), "{a: ".repeat(20_000), "- ".repeat(20_000), "? ".repeat(20_000)])(
	"a text of one opener after the other is refused before it is parsed: %.4s",
	(yaml) => {
		expect(() => parseYaml(yaml)).toThrow("is nested too deeply");
		expect(parseYamlDocument(yaml).contents).toBeNull();
	},
);

test("brackets in texts, and lists of any length, are read", () => {
	const items = Array.from({ length: 1_000 }, (_, index) => `a [${index}] {b}`);
	expect(parseYaml(`list:\n${items.map((item) => `  - ${JSON.stringify(item)}\n`).join("")}`)).toEqual({ list: items });
	expect(parseYaml("----------\n")).toBe("----------");
});

test("a text of unknown tags is not quoted in the log", () => {
	const warnings = vi.spyOn(process, "emitWarning");
	onTestFinished(() => warnings.mockRestore());
	parseYaml("secret: !!text value");
	parseYamlDocument("? { secret: 1 }\n: !!text value").toJS();
	expect(warnings).not.toHaveBeenCalled();
});
