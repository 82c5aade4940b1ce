import { Carousel } from "../../ui/carousel.tsx";
import { Picture, type PictureData } from "../../ui/picture.tsx";

type ProjectFinalProductProps = { title: string; screens: PictureData[] };

/** The screens again, at the visitor's own pace, each with a caption. */
export function ProjectFinalProduct({ title, screens }: ProjectFinalProductProps) {
	return (
		<section className="container-page grid gap-10 section-space lg:grid-cols-12">
			<h2 className="text-title lg:col-span-3">Final product</h2>
			<div className="min-w-0 lg:col-span-9">
				<Carousel
					label={`${title}, the final product`}
					autoplay={false}
					slideClass="basis-full"
					slides={screens.map((screen) => ({
						key: screen.src,
						content: (
							<figure>
								<Picture
									// The caption equals the alternative text.
									picture={{ ...screen, alt: "" }}
									sizes="(width >= 78rem) 894px, calc(100vw - 40px)"
									className="h-auto w-full rounded-12 border border-hairline bg-white"
								/>
								<figcaption className="mt-4 max-w-[65ch] text-16">{screen.alt}</figcaption>
							</figure>
						),
						thumbnail: <Picture picture={{ ...screen, alt: "" }} sizes="112px" className="h-auto w-full" />,
					}))}
				/>
			</div>
		</section>
	);
}
