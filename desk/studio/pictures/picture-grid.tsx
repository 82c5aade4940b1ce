import type { ReactNode } from "react";
import { Link } from "react-router";
import { StateLabel } from "../../records/shown-value.tsx";
import { countOf } from "../../words.ts";
import { pathOfPicture, type ShownPicture } from "./shown-picture.ts";

/** Pictures side by side, each with dimensions, size and number of uses. */
export function PictureGrid({ pictures }: { pictures: ShownPicture[] }) {
	return (
		<ul className="picture-grid">
			{pictures.map((picture) => (
				<li key={picture.path}>
					<Thumbnail picture={picture} />
					<Link to={pathOfPicture(picture.path)} data-row prefetch="intent">
						{nameOf(picture.path)}
					</Link>
					<PictureFacts picture={picture}>
						<StateLabel state={picture.state} />
					</PictureFacts>
				</li>
			))}
		</ul>
	);
}

export function Thumbnail({ picture: { thumbnail, width, height } }: { picture: ShownPicture }) {
	return (
		<span className="picture-thumbnail">
			<img src={thumbnail} width={width} height={height} alt="" loading="lazy" decoding="async" />
		</span>
	);
}

export function PictureFacts({ picture, children }: { picture: ShownPicture; children?: ReactNode }) {
	const { width, height, weight, uses } = picture;
	return (
		<span className="picture-facts">
			<span className="number">
				{width} × {height}, {weight}
			</span>
			<span>{uses.length === 0 ? "Unused" : countOf(uses.length, `Used ${uses.length} times`, "Used once")}</span>
			{children}
		</span>
	);
}

/** The last part of a path is the name; the folder tells equal names apart. */
function nameOf(path: string): ReactNode {
	const at = path.lastIndexOf("/") + 1;
	return (
		<>
			<span className="picture-folder">{path.slice(0, at)}</span>
			{path.slice(at).replace(/\.\w+$/, "")}
		</>
	);
}
