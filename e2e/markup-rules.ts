import type { ConfigData } from "html-validate";

/** The rules of valid HTML that pages keep. */
export const htmlRules: ConfigData = {
	root: true,
	extends: ["html-validate:standard", "html-validate:document", "html-validate:a11y"],
	rules: {
		// Carousels name their slides, as the ARIA Authoring Practices show it.
		"aria-label-misuse": ["error", { allowAnyNamable: true }],
	},
};
