const longestGreetedName = 40;

/**
 * Gives the name to greet somebody by, or nothing when it is too long or holds anything but a name.
 *
 * Mail programs turn anything with a dot or a slash inside into a link; a dot passes only after an initial, as in "A. P. J.".
 */
export function greetedName(firstName: string): string | undefined {
	const looksLikeName = /^\p{L}[\p{L}\p{M}'’-]*\.?(?: \p{L}[\p{L}\p{M}'’-]*\.?)*$/u.test(firstName);
	return looksLikeName && firstName.length <= longestGreetedName ? firstName : undefined;
}
