const maxNameCharacters = 40;

/**
 * Joiners as these scripts write them within a word, and after a virama at its end, as in the Malayalam "അനില്‍". Elsewhere they show
 * nothing, and make a name read differently from what it is.
 */
const joiners =
	/(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}])[\u200c\u200d](?=\p{L})|(?<=[\u09cd\u0d4d])\u200d/gu;

/**
 * Returns the name for a greeting; undefined if it is too long or may not be a name.
 *
 * Mail programs turn any text with an inner dot or slash into a link, so a dot passes only after an initial, as in "A. P. J.".
 */
export function greetedName(firstName: string): string | undefined {
	const looksLikeName = /^\p{L}[\p{L}\p{M}'’-]*\.?(?: \p{L}[\p{L}\p{M}'’-]*\.?)*$/u.test(
		firstName.replaceAll(joiners, ""),
	);
	return looksLikeName && firstName.length <= maxNameCharacters ? firstName : undefined;
}
