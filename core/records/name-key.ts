import { foldText } from "../../shared/fold-text.ts";

/** Writes a sender's name as lists sort it: without case and accents, and in either database by its bytes. */
export function toNameKey(name: string): string {
	return foldText(name).trim();
}
