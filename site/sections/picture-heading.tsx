import { InlinePicture } from "../../features/publishing/inline-picture.tsx";
import { PageHeading } from "./page-heading.tsx";

type PictureHeadingProps = Omit<Parameters<typeof PageHeading>[0], "className"> & {
	image: Parameters<typeof InlinePicture>[0]["picture"];
	/** How each is laid out, on a desktop in twelve columns. */
	headingClass: string;
	pictureClass: string;
};

/** How a page begins that is about more than words: what it is about, and beside it a picture. */
export function PictureHeading({ image, headingClass, pictureClass, ...heading }: PictureHeadingProps) {
	return (
		<section className="container-page grid items-center gap-10 py-12 lg:grid-cols-12 lg:gap-6 lg:py-20">
			<PageHeading {...heading} className={headingClass} />
			<InlinePicture picture={image} className={pictureClass} />
		</section>
	);
}
