import { toLatinDigits } from "../../shared/latin-digits.ts";

const currencies = new Set([...Intl.supportedValuesOf("currency"), "RS", "KR", "FR", "KČ", "ZŁ", "FT", "LEI"]);

/**
 * Reads an amount as exports write it, with or without its currency: 1,200.50 €, USD 50.000,00, 65 000, ₹5,00,000, 5'000.-
 * @returns undefined for anything else, such as 50k, two amounts, or separators that leave its size open
 */
export function readAmount(text: string): number | undefined {
	const latin = toLatinDigits(text);
	const [figures = "", ...others] = latin.match(/\d+(?:[.,'’_\s]\d+)*/g) ?? [];
	if (figures === "" || others.length > 0) return undefined;
	const [before = "", after = ""] = latin.split(figures);
	const words = `${before} ${after.replace(/^[.,]?[-–—]/, "")}`.split(/[.\s]+/).filter(Boolean);
	return words.every(isCurrency) ? readFigures(figures) : undefined;
}

function isCurrency(word: string): boolean {
	return /^(?:US|CA?|AU?|NZ|HK|SG?|R)?\p{Sc}$/u.test(word) || currencies.has(word.toUpperCase());
}

/** A single separator before three last figures groups thousands, as in 65.000, where what precedes it can be a group. */
function readFigures(figures: string): number | undefined {
	const separators = figures.replaceAll(/\d/g, "");
	const last = separators.at(-1) ?? "";
	const isOneGroup = separators.length === 1 && /^[1-9]\d{0,2}\D\d{3}$/.test(figures);
	const isDecimal = /[.,]/.test(last) && separators.indexOf(last) === separators.length - 1 && !isOneGroup;
	const [whole = "", decimals = ""] = isDecimal ? figures.split(last) : [figures];
	const groups = new Set(whole.replaceAll(/\d/g, ""));
	if (groups.size > 1 || (groups.size === 1 && !/^[1-9]\d{0,2}(?:\D\d{2,3})*\D\d{3}$/.test(whole))) return undefined;
	return Number(`${whole.replaceAll(/\D/g, "")}.${decimals}`);
}
