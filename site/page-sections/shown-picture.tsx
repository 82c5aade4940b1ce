import { Picture } from "../../ui/picture.tsx";
import type { ShownPicture } from "./section-view.ts";

/** A picture in its own shape: photographs and screens in a frame, drawings without. */
export function ShownPictureView({
	picture: { isDrawn, ...picture },
	sizes,
	className = "",
}: {
	picture: ShownPicture;
	sizes: string;
	className?: string;
}) {
	const look = isDrawn ? "" : "rounded-20 border border-hairline bg-white";
	return <Picture picture={picture} sizes={sizes} className={`h-auto w-full ${look} ${className}`} />;
}
