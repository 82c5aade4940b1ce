const maxNameCharacters = 40;

/**
 * Returns the name for a greeting; undefined if it is too long or may not be a name.
 *
 * Mail programs turn any text with an inner dot or slash into a link, so a dot passes only after an initial, as in "A. P. J.".
 */
export function greetedName(firstName: string): string | undefined {
	const looksLikeName = /^\p{L}[\p{L}\p{M}'’-]*\.?(?: \p{L}[\p{L}\p{M}'’-]*\.?)*$/u.test(firstName);
	return looksLikeName && firstName.length <= maxNameCharacters ? firstName : undefined;
}
