import { useState } from "react";
import { Picture, type PictureData } from "../../ui/picture.tsx";
import { findInlineSvg } from "./inline-svgs.ts";

/**
 * An illustration of the first screen inside the page's HTML: as a file it would compete with the fonts, which the first text needs, and
 * delay the largest paint.
 *
 * Scripts hold no copy, so after a navigation it is loaded as a file; so are pictures that are not SVG or too long.
 */
export function InlinePicture({
	picture,
	className,
}: {
	/** Without alt text when the text beside it says the same. */
	picture: PictureData;
	className: string;
}) {
	const { src, alt } = picture;
	const [svg] = useState(() => (import.meta.env.SSR ? findInlineSvg(src) : document.getElementById(src)?.innerHTML));
	if (!svg) return <Picture picture={picture} lazy={false} className={className} />;
	return (
		<div
			id={src}
			{...(alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true })}
			className={`${className} [&>svg]:h-auto [&>svg]:w-full`}
			dangerouslySetInnerHTML={{ __html: svg }}
		/>
	);
}
