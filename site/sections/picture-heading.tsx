import { InlinePicture } from "../../features/publishing/inline-picture.tsx";
import { PageHeading } from "./page-heading.tsx";

type PictureHeadingProps = Omit<Parameters<typeof PageHeading>[0], "className"> & {
	image: Parameters<typeof InlinePicture>[0]["picture"];
	/** Layout classes of each, in twelve columns on a desktop. */
	headingClass: string;
	pictureClass: string;
};

/** A page heading with a picture beside it. */
export function PictureHeading({ image, headingClass, pictureClass, ...heading }: PictureHeadingProps) {
	return (
		<section className="container-page grid items-center gap-10 py-12 lg:grid-cols-12 lg:gap-6 lg:py-20">
			<PageHeading {...heading} className={headingClass} />
			<InlinePicture picture={image} className={pictureClass} />
		</section>
	);
}
