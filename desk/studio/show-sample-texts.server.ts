import type { Placeholder } from "../../features/publishing/launch/list-placeholders.server.ts";
import { nameField } from "./name-field.server.ts";
import type { SampleText } from "./sample-notice.tsx";

/** Names the documents of sample texts by their titles, and the fields by their labels. */
export function showSampleTexts(
	texts: readonly Placeholder[],
	documents: readonly { path: string; title: string }[],
): SampleText[] {
	const titles = new Map(documents.map(({ path, title }) => [path, title]));
	return texts.map((text) => ({
		...text,
		title: titles.get(text.file) || text.file,
		label: nameField(text.file, text.field),
	}));
}
