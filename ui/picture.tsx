export type PictureData = {
	src: string;
	srcSet?: string;
	/** Pixels of the file; the browser reserves this shape before the picture arrives. */
	width: number;
	height: number;
	alt: string;
};

type PictureProps = {
	picture: PictureData;
	/** How wide the picture stands in the layout, for the browser's choice among the variants. */
	sizes?: string;
	/** False only for a picture that stands in the first screen. */
	lazy?: boolean;
	className?: string;
};

export function Picture({ picture, sizes = "100vw", lazy = true, className }: PictureProps) {
	return (
		<img
			src={picture.src}
			srcSet={picture.srcSet}
			sizes={picture.srcSet && sizes}
			width={picture.width}
			height={picture.height}
			alt={picture.alt}
			loading={lazy ? "lazy" : undefined}
			decoding="async"
			className={className}
		/>
	);
}
