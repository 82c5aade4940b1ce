import type { ComponentProps } from "react";
import { getShape, type PictureShapeName } from "../../../features/publishing/pictures/picture-shapes.ts";
import { PictureFacts, Thumbnail } from "./picture-grid.tsx";
import type { ShownPicture } from "./shown-picture.ts";

/** Pictures for a place: those with its shape, and all others. */
export type Choices = { fitting: ShownPicture[]; others: ShownPicture[] };

type ChoiceGridProps = {
	choices: Choices;
	shape: PictureShapeName;
	/** In lower case; a picture has to match all of them. */
	words: readonly string[];
	/** Path of the chosen one. */
	chosen: string;
	onChoose(path: string, url: string): void;
	/** Cuts a copy that fits the place. */
	onCopy(path: string): void;
};

/** Every picture as a button: those that fit the place are chosen; others are copied and cut for it. */
export function ChoiceGrid({ choices, shape, words, chosen, onChoose, onCopy }: ChoiceGridProps) {
	const matches = (picture: ShownPicture) => words.every((word) => textOfPicture(picture).includes(word));
	const fitting = choices.fitting.filter(matches);
	const others = choices.others.filter(matches);
	return (
		<>
			<section aria-labelledby="chooser-fitting">
				<h3 id="chooser-fitting">Ready to use</h3>
				{fitting.length === 0 && (
					<p className="empty">No pictures of this shape yet. Upload one above, or crop a copy of one below.</p>
				)}
				<ul className="picture-grid">
					{fitting.map((picture) => (
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
			{others.length > 0 && (
				<section aria-labelledby="chooser-others">
					<h3 id="chooser-others">Other shapes</h3>
					<p className="hint">{describeOthers(shape)}</p>
					<ul className="picture-grid">
						{others.map((picture) => (
							<li key={picture.path}>
								<Thumbnail picture={picture} />
								<CopyButton picture={picture} button={{ type: "button", onClick: () => onCopy(picture.path) }} />
								<PictureFacts picture={picture} />
							</li>
						))}
					</ul>
				</section>
			)}
		</>
	);
}

/** Explains why other pictures do not fit a place, and what helps. */
export function describeOthers(shape: PictureShapeName): string {
	const { label, ratio } = getShape(shape);
	return ratio
		? `This field takes ${label.toLowerCase()}. Choosing one of these crops a copy, which you can adjust on its page.`
		: "These are cropped for other fields. Choosing one makes an uncropped copy.";
}

type CopyButtonProps = { picture: ShownPicture; button: ComponentProps<"button"> };

/** Cuts a copy of a picture for a place; drawings cannot be cut. */
export function CopyButton({ picture: { path }, button }: CopyButtonProps) {
	if (path.endsWith(".svg")) return <span className="picture-uncut">{path}: drawings cannot be cropped</span>;
	return (
		<button {...button}>
			Crop a copy<span className="sr-only"> of</span> <span className="picture-folder">{path}</span>
		</button>
	);
}

/** Returns the searchable text of a picture: names, and descriptions in its places. */
export function textOfPicture({ path, uses }: ShownPicture): string {
	return [path, ...uses.flatMap((use) => [use.name, use.document, use.alt ?? ""])].join(" ").toLowerCase();
}
