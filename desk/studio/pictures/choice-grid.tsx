import { PictureFacts, Thumbnail } from "./picture-grid.tsx";
import type { ShownPicture } from "./shown-picture.ts";

/** Pictures for a place: those that have its shape, and all others. */
export type Choices = { fitting: ShownPicture[]; others: ShownPicture[] };

type ChoiceGridProps = {
	choices: Choices;
	/** In lower case; only what has all of them is shown. */
	words: readonly string[];
	/** Path of the one that is chosen now. */
	chosen: string;
	onChoose(path: string, url: string): void;
};

/** Every picture as a button. */
export function ChoiceGrid({ choices, words, chosen, onChoose }: ChoiceGridProps) {
	const matches = (picture: ShownPicture) => words.every((word) => textOfPicture(picture).includes(word));
	const groups = [
		{ id: "fitting", title: "Those that fit this place", pictures: choices.fitting.filter(matches) },
		{ id: "others", title: "Others", pictures: choices.others.filter(matches) },
	].filter(({ pictures }) => pictures.length > 0);
	if (groups.length === 0) return <p className="empty">Nothing fits. Upload a picture above.</p>;
	return groups.map(({ id, title, pictures }) => (
		<section key={id} aria-labelledby={`chooser-${id}`}>
			<h3 id={`chooser-${id}`}>{title}</h3>
			<ul className="picture-grid">
				{pictures.map((picture) => (
					<li key={picture.path} data-chosen={picture.path === chosen || undefined}>
						<Thumbnail picture={picture} />
						<button
							type="button"
							aria-pressed={picture.path === chosen}
							onClick={() => onChoose(picture.path, picture.thumbnail)}
						>
							{picture.path}
						</button>
						<PictureFacts picture={picture} />
					</li>
				))}
			</ul>
		</section>
	));
}

/** What somebody may search for: names, and what a picture shows in its places. */
export function textOfPicture({ path, uses }: ShownPicture): string {
	return [path, ...uses.flatMap((use) => [use.name, use.document, use.alt ?? ""])].join(" ").toLowerCase();
}
