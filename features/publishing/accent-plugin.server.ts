import { join } from "node:path";
import type { Plugin } from "vite";
import { deriveAccent, type Accent } from "../../shared/accent.ts";
import { readCompanyFile } from "./company-file.server.ts";

/**
 * Reads the shades of the accent colour of a content folder.
 * @param directory absolute path of the content folder
 * @throws YamlFileError
 */
export function readAccent(directory: string): Accent {
	return deriveAccent(readCompanyFile(directory).accentColour);
}

const importsTokens = /^@import "[^"]*\/tokens\.css";$/m;

/**
 * Adds the shades of the accent colour to every stylesheet that imports ui/tokens.css, where no page sets them (accent-style.ts): the kit,
 * and the desk's plain error texts.
 * @param directory absolute path of the content folder
 */
export function accentPlugin(directory: string): Plugin {
	const file = join(directory, "company.yml");
	return {
		name: "accent",
		enforce: "pre",
		// Tailwind rereads a stylesheet only when a known file changes, and the icons have the colour from the start.
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
		([name, colour]) => `\t--color-accent-${name}: var(--accent-${name}, ${colour});\n`,
	);
	return `@theme inline {\n${lines.join("")}}\n`;
}
