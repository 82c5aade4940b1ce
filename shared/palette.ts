/**
 * Colours that do not depend on the accent, equal to those of ui/tokens.css, for places without a stylesheet (e-mails,
 * icons, drawings).
 */
export const palette = {
	ink: "#15130F",
	body: "#4A453D",
	muted: "#6B655A",
	paper: "#FBF8F3",
	sand: "#F3EDE3",
	white: "#FFFFFF",
} as const;
