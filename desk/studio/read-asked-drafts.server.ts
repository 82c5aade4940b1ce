import { choiceMark } from "./draft-choice.tsx";

/** Reads the paths of the drafts that an address or a form of DraftChoice names; undefined when it makes no choice. */
export function readAskedDrafts(sent: URLSearchParams): string[] | undefined {
	const asked = [...sent.getAll("path"), ...readSeenDrafts(sent).keys()];
	return asked.length > 0 || sent.has(choiceMark) ? asked : undefined;
}

/** Reads the ticked drafts whose changes the page has shown, with the versions that it showed. */
export function readSeenDrafts(sent: URLSearchParams): Map<string, string> {
	return new Map(
		sent.getAll("draft").map((draft) => {
			const [version = "", ...path] = draft.split(" ");
			return [path.join(" "), version];
		}),
	);
}
