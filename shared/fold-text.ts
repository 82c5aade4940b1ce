import removeAccents from "remove-accents";
import { foldCase } from "./fold-case.ts";

/** Folds a text as foldCase does, and letters such as ł and ø as people without them on their keyboard write them. */
export function foldText(text: string): string {
	return removeAccents(foldCase(text)).normalize("NFC");
}
