import { foldCase } from "../../shared/fold-case.ts";

const word = /[\p{L}\p{N}]+/gu;

function listWords(text: string): string[] {
	return foldCase(text).match(word) ?? [];
}

/** Tells whether every typed word begins a word of the texts, in any case and order. */
export function matchesWords(typed: string, ...texts: readonly string[]): boolean {
	const words = texts.flatMap(listWords);
	return listWords(typed).every((wanted) => words.some((one) => one.startsWith(wanted)));
}
