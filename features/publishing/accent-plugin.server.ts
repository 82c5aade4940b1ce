import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { parse as parseYaml } from "yaml";
import { deriveAccent, type Accent } from "../../shared/accent.ts";
import { companySchema } from "../../shared/company.ts";
import { ContentError } from "./load-content.server.ts";

const companyFile = "company.yml";

/**
 * The shades of the accent colour that a content folder asks for; nothing else of the folder need be there or in order.
 *
 * @param directory absolute path of the content folder
 * @throws ContentError when the colour is missing, is none, or cannot carry an ink label
 */
export function readAccent(directory: string): Accent {
	const result = companySchema
		.pick({ accentColour: true })
		.strip()
		.safeParse(parseYaml(readFileSync(join(directory, companyFile), "utf8")));
	if (result.success) return deriveAccent(result.data.accentColour);
	throw new ContentError(result.error.issues.map(({ message }) => `content/${companyFile}: accentColour: ${message}`));
}

const importsTokens = /^@import "[^"]*\/tokens\.css";$/m;

/**
 * Gives every stylesheet that imports ui/tokens.css the four tokens that no file holds: the shades of the accent colour. They are values
 * in the stylesheet, as those of the file are, not variables that a page would have to look up.
 *
 * @param directory absolute path of the content folder
 */
export function accentPlugin(directory: string): Plugin {
	const file = join(directory, companyFile);
	return {
		name: "accent",
		enforce: "pre",
		// Tailwind reads a stylesheet anew only when a file that it knows has changed, and the icons are drawn with the colour from the start.
		configureServer(server) {
			const { fill } = readAccent(directory);
			server.watcher.add(file).on("change", (changed) => {
				if (changed !== file) return;
				try {
					if (readAccent(directory).fill !== fill) void server.restart();
				} catch (error) {
					server.config.logger.error((error as Error).message);
				}
			});
		},
		transform: {
			filter: { id: /\.css(?:\?|$)/, code: importsTokens },
			handler(css) {
				return { code: `${css}\n${writeTokens(readAccent(directory))}`, map: null };
			},
		},
	};
}

function writeTokens({ text, fill, ui, onDark }: Accent): string {
	const lines = Object.entries({ text, fill, ui, "on-dark": onDark }).map(
		([name, colour]) => `\t--color-accent-${name}: ${colour};\n`,
	);
	return `@theme inline {\n${lines.join("")}}\n`;
}
