import type { MemberChoice } from "./choices.ts";
import { useTextMenu } from "./text-menu.tsx";

/** A begun mention: where its "@" is, and the words after that. */
type Asking = { start: number; words: string };

/** "@" where a word may begin, and up to four words of a name; a space after them ends it. */
const begunMention = /(?<![\p{L}\p{N}._%+-])@((?:[\p{L}\p{N}.’'-]+(?: [\p{L}\p{N}.’'-]+){0,3})?)$/u;

/**
 * Offers colleagues once "@" begins a word of a note, and writes the mention of the chosen one, which notifies them.
 * @returns props of the text, and the list
 */
export function useMentionMenu(colleagues: readonly MemberChoice[]) {
	return useTextMenu({
		label: "Colleagues",
		options: colleagues,
		find: findAsking,
		choose({ mention }, { start }, area) {
			area.setRangeText(`@${mention} `, start, area.selectionEnd, "end");
			// The draft is saved with it.
			area.dispatchEvent(new Event("input", { bubbles: true }));
		},
	});
}

function findAsking({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Asking | undefined {
	if (selectionStart !== selectionEnd) return undefined;
	const found = begunMention.exec(value.slice(0, selectionStart));
	return found ? { start: found.index, words: found[1] ?? "" } : undefined;
}
