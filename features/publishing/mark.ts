/** Draws the mark of the site as an SVG of 40 by 40, its top in the accent colour; ui/logo.tsx draws it in pages. */
export function drawMark(accentFill: string): string {
	return `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40"><g stroke="#15130F" stroke-width="2" stroke-linejoin="round"><path d="M20 4 34 12 20 20 6 12Z" fill="${accentFill}"/><path d="M6 12 20 20V36L6 28Z" fill="#FBF8F3"/><path d="M34 12 20 20V36L34 28Z" fill="#F3EDE3"/></g></svg>`;
}

/** Returns the mark as a data address, escaping only what would end an attribute or an address. */
export function drawMarkAddress(accentFill: string): string {
	return `data:image/svg+xml,${drawMark(accentFill)
		.replaceAll('"', "'")
		.replaceAll(/[#%<>\s]/g, encodeURIComponent)}`;
}
