import type { Plugin } from "vite";

/**
 * Escapes letters beyond Latin-1, such as quotation marks, in what a server runs: V8 keeps a source with one of them in two bytes for each
 * of its letters (docs/decisions/0242-less-memory-at-rest.md).
 */
export function latinOutput(): Plugin {
	return {
		name: "latin-output",
		applyToEnvironment: ({ config }) => config.consumer === "server",
		// After the last step that writes code, which would write the letters themselves again.
		generateBundle: {
			order: "post",
			handler(_options, bundle) {
				for (const file of Object.values(bundle)) {
					if (file.type !== "chunk") continue;
					if (/\\[^\0-\xFF]/.test(file.code))
						this.error(`${file.fileName}: a letter after a backslash cannot be escaped`);
					file.code = file.code.replaceAll(/[^\0-\xFF]/g, escapeUnit);
				}
			},
		},
	};
}

/** Without the flag "u" each half of a pair is matched, and escaped, by itself. */
const escapeUnit = (unit: string) => String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(4, "0");
