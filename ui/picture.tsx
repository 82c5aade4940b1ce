export type PictureData = {
	src: string;
	srcSet?: string;
	/** In pixels of the file, so that the browser reserves the space before the picture loads. */
	width: number;
	height: number;
	alt: string;
};

type PictureProps = {
	picture: PictureData;
	/** The layout width, from which the browser chooses a variant. */
	sizes?: string;
	/** False only for pictures in the first screen. */
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
