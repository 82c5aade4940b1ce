/** Shortest password, in characters as people count them. */
export const minPasswordLetters = 12;
/** Longest, so that hashing one has a bound. */
export const maxPasswordLetters = 200;

/** Words that a guesser tries first for this company. */
export type PasswordFacts = { companyName: string; email: string; name: string };

/**
 * Tells in words what is wrong with a new password; undefined when nothing is. There is no rule about kinds of characters.
 *
 * @param isCommon tells whether a text in lower case is among the most common passwords
 */
export function judgePassword(
	password: string,
	{ companyName, email, name }: PasswordFacts,
	isCommon: (text: string) => boolean,
): string | undefined {
	const letters = [...password].length;
	if (letters < minPasswordLetters)
		return `The password has ${letters} characters. Use ${minPasswordLetters} or more; a few words in a row are easy to keep`;
	if (letters > maxPasswordLetters) return `The password has ${letters} characters; the limit is ${maxPasswordLetters}`;
	const text = password.toLowerCase();
	const bare = text.replaceAll(/[^\p{Letter}]/gu, "");
	if (isCommon(text) || isCommon(bare) || new Set(text).size < 4)
		return "This password is among the first that a guesser tries. Choose another";
	const own = [companyName, name, ...email.split(/[@.]/)].map((word) => word.toLowerCase().replaceAll(/\s/g, ""));
	const rest = own.filter((word) => word.length > 3).reduce((left, word) => left.replaceAll(word, ""), text);
	if ([...rest].length < minPasswordLetters / 2)
		return "The password is made of your name, your address or the company's name. Choose another";
	return undefined;
}
