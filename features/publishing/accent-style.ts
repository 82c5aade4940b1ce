import { deriveAccent } from "../../shared/accent.ts";

/** Writes the style that sets the colour tokens of ui/tokens.css to shades of a company's accent colour. */
export function writeAccentStyle(accentColour: string): string {
	const { fill, text, ui, onDark } = deriveAccent(accentColour);
	return `:root{--accent-fill:${fill};--accent-text:${text};--accent-ui:${ui};--accent-on-dark:${onDark}}`;
}
