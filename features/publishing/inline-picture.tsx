import { useState } from "react";
import { Picture, type PictureData } from "../../ui/picture.tsx";
import { findInlineSvg } from "./inline-svgs.ts";

/**
 * An illustration of the first screen in the page's own HTML: a file of its own would be on its way together with the fonts, which the
 * first text waits for, and be the late largest paint.
 *
 * The scripts hold no copy of it, so a visitor who comes from another page gets it as a file; so does everyone a picture that is no SVG,
 * or too long a one.
 */
export function InlinePicture({
	picture,
	className,
}: {
	/** Without alt text where it says nothing that the text beside it does not. */ picture: PictureData;
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
