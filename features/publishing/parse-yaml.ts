import { parse, parseDocument, type Document, type DocumentOptions, type ParseOptions, type SchemaOptions } from "yaml";

/** Collections within one another; a document of the site has less than ten. */
const mostNested = 100;
/** Warnings quote the text, and would bring it into the server's log. */
const quiet = { logLevel: "error" } as const;

/**
 * Parses YAML that people bring.
 * @throws Error if it is no YAML, or nested so deeply that parsing it would take seconds
 */
export function parseYaml(yaml: string): unknown {
	if (isNestedTooDeeply(yaml)) throw new Error("is nested too deeply");
	return parse(yaml, quiet);
}

/** Parses YAML that people bring, keeping its layout; a text that is nested too deeply counts as an empty one. */
export function parseYamlDocument(
	yaml: string,
	options: ParseOptions & DocumentOptions & SchemaOptions = {},
): Document.Parsed {
	return parseDocument(isNestedTooDeeply(yaml) ? "" : yaml, { ...quiet, ...options });
}

function isNestedTooDeeply(yaml: string): boolean {
	let open = 0;
	for (const line of yaml.split("\n")) {
		const [start = ""] = /^[-?: \t]*/.exec(line) ?? [];
		if (start.replaceAll(/[ \t]/g, "").length > mostNested) return true;
		for (const character of line) {
			if (character === "[" || character === "{") open += 1;
			else if (character === "]" || character === "}") open = Math.max(0, open - 1);
			if (open > mostNested) return true;
		}
	}
	return false;
}
