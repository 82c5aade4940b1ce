/** In characters as people count them. */
const minPasswordCharacters = 12;
/** Bounds the work of hashing. */
const maxPasswordCharacters = 200;
/** Shorter names are part of many words. */
const minNameCharacters = 4;

/** Words that somebody who attacks this company tries first. */
export type PasswordFacts = { companyName: string; email: string; name: string };

/**
 * Explains what is wrong with a new password; undefined when it is acceptable. There are no rules about kinds of characters.
 * Source: NIST SP 800-63B, 3.1.1.2; OWASP ASVS 6.2.
 * @param isCommon tells whether one of some lower-case texts is among the most common passwords
 */
export async function judgePassword(
	password: string,
	{ companyName, email, name }: PasswordFacts,
	isCommon: (texts: readonly string[]) => Promise<boolean>,
): Promise<string | undefined> {
	const characters = Array.from(password).length;
	if (characters < minPasswordCharacters)
		return `Use at least ${minPasswordCharacters} characters (this has ${characters}). A few random words are easy to remember`;
	if (characters > maxPasswordCharacters)
		return `Use at most ${maxPasswordCharacters} characters (this has ${characters})`;
	const text = password.normalize("NFKC").toLowerCase();
	const own = [email, ...email.split("@").slice(0, 1), name, companyName].map(squeeze);
	if (own.some((word) => word.length >= minNameCharacters && squeeze(text).includes(word)))
		return "Choose a password without your name, your address or the company’s name";
	if (new Set(text).size < 4 || (await isCommon(listPlainForms(text))))
		return "This password is too common. Choose another";
	return undefined;
}

/** Lists the forms of a password without padding, separators or repetition. */
function listPlainForms(text: string): string[] {
	const forms = [text, text.replaceAll(/[^\p{L}]/gu, ""), text.replaceAll(/^[^\p{L}]+|(?<=\p{L})[^\p{L}]+$/gu, "")];
	return [...new Set(forms.flatMap((form) => [form, form.replace(/^(.+?)\1+$/u, "$1")]))].filter((form) => form !== "");
}

function squeeze(text: string): string {
	return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
