import { deriveAccent } from "../../shared/accent.ts";

/** The style that gives the tokens of ui/tokens.css the shades of a company's accent colour. */
export function writeAccentStyle(accentColour: string): string {
	const { fill, text, ui, onDark } = deriveAccent(accentColour);
	return `:root{--accent-fill:${fill};--accent-text:${text};--accent-ui:${ui};--accent-on-dark:${onDark}}`;
}
