import { foldText } from "../../shared/fold-text.ts";
import { toLatinDigits } from "../../shared/latin-digits.ts";

/** Longer strings are addresses or keys, and are found by their beginning. */
const maxWordLength = 40;
/** More than a form takes. */
const maxWords = 20_000;
/** More words hardly narrow a search further. */
const maxWantedWords = 12;

const word = /[\p{L}\p{N}\p{M}]+/gu;
/** Text of scripts that put no spaces between words. */
const unspaced =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
/** Seven digits or more, grouped as people write phone numbers; not the digits of a reference such as ENQ-00000001. */
const phoneNumber = /(?<![\p{L}\p{N}]-?)\+?\d(?:[\s().\-/]{0,3}\d){6,19}(?![\p{L}\p{N}])/gu;
const leastPhoneDigits = 7;
/** Digits of the longest country code, or of the zeros that are dialled before a number. */
const mostCodeDigits = 3;
/** Begins the words of phone numbers. Folding leaves it in no text, so that a search for "198" finds no number that begins so. */
const numberMark = "\u2135";

/**
 * Lists the words of texts as search compares them: folded, split at every other character, each once. Text without spaces between its
 * words becomes its characters and pairs of neighbours, and a phone number its digits, with and without up to three leading ones, so that
 * it is found without its country code. Both databases store and compare these words unchanged, so they find the same.
 */
export function listSearchWords(...texts: readonly string[]): string[] {
	const words = new Set<string>();
	for (const text of texts) {
		const folded = foldText(text);
		const found = [...folded.matchAll(word)].flatMap(([one]) => [cut(one), ...listPairs(one)]);
		for (const one of [...found, ...listPhoneEnds(folded)]) {
			words.add(one);
			if (words.size === maxWords) return [...words];
		}
	}
	return [...words];
}

/** Lists the words that a search asks for: all have to match, and the last may be a beginning. */
export function listWantedWords(search: string): string[] {
	const wanted = [...foldText(search).matchAll(word)].flatMap(([one]) => splitUnspaced(one));
	return [...new Set(wanted)].slice(0, maxWantedWords);
}

/** Returns the word of a search that is a phone number, without the zeros that are dialled before it; undefined if it is none. */
export function findWantedNumber(search: string): string | undefined {
	const typed = toLatinDigits(search.trim());
	const [number] = typed.match(phoneNumber) ?? [];
	const digits = number === typed ? number.replaceAll(/\D/g, "").replace(/^0+/, "") : "";
	return digits.length >= leastPhoneDigits ? numberMark + digits : undefined;
}

/** Cuts a word into its parts in scripts with spaces, and the pairs, or the single character, of those without. */
function splitUnspaced(one: string): string[] {
	const parts: string[] = [];
	let from = 0;
	for (const { 0: run, index } of one.matchAll(unspaced)) {
		if (index > from) parts.push(cut(one.slice(from, index)));
		const characters = Array.from(run);
		parts.push(...(characters.length === 1 ? characters : listNeighbours(characters)));
		from = index + run.length;
	}
	return from === one.length ? parts : [...parts, cut(one.slice(from))];
}

/** Lists what a word that holds text without spaces is found by besides itself. */
function listPairs(one: string): string[] {
	return one.search(unspaced) === -1 ? [] : [...Array.from(one), ...splitUnspaced(one)];
}

function listNeighbours(characters: readonly string[]): string[] {
	return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

function listPhoneEnds(text: string): string[] {
	return [...toLatinDigits(text).matchAll(phoneNumber)].flatMap(([number]) => {
		const digits = number.replaceAll(/\D/g, "");
		const ends = Array.from({ length: mostCodeDigits + 1 }, (_, from) => digits.slice(from));
		return ends.filter((end) => end.length >= leastPhoneDigits).map((end) => numberMark + end);
	});
}

function cut(text: string): string {
	return text.length <= maxWordLength ? text : Array.from(text).slice(0, maxWordLength).join("");
}
