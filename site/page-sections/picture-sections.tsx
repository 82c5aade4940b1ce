import { Carousel } from "../../ui/carousel.tsx";
import { Picture } from "../../ui/picture.tsx";
import { SectionHeading } from "../sections/section-heading.tsx";
import { SideHeading } from "../sections/side-heading.tsx";
import { Band, beside, besideContent, cardOn } from "./band.tsx";
import type { SectionViewOf, ShownPicture } from "./section-view.ts";

/** Two pictures a row, the wider one on the other side each time; a last picture alone takes its row. */
const widths = ["lg:col-span-7", "lg:col-span-5", "lg:col-span-5", "lg:col-span-7"];

export function GallerySection({ section }: { section: SectionViewOf<"gallery"> }) {
	const { title, layout, pictures, ground } = section;
	return (
		<Band {...section}>
			<SectionHeading {...section} />
			{layout === "carousel" ? (
				<div className="mt-10">
					<Carousel
						label={`${title}: pictures`}
						autoplay={false}
						slideClass="basis-full md:basis-1/2"
						slides={pictures.map((picture, index) => ({
							key: String(index),
							content: <Captioned picture={picture} cardClass={cardOn(ground)} />,
						}))}
					/>
				</div>
			) : (
				<ul className="mt-10 grid gap-x-6 gap-y-10 md:grid-cols-2 lg:mt-14 lg:grid-cols-12">
					{pictures.map((picture, index) => (
						<li
							key={index}
							className={
								index === pictures.length - 1 && index % 2 === 0
									? "md:col-span-2 lg:col-span-12"
									: widths[index % widths.length]
							}
						>
							<Captioned picture={picture} cardClass={cardOn(ground)} />
						</li>
					))}
				</ul>
			)}
		</Band>
	);
}

/** The caption equals the alternative text, which would be read twice. */
function Captioned({ picture: { isDrawn, alt, ...picture }, cardClass }: { picture: ShownPicture; cardClass: string }) {
	return (
		<figure>
			<Picture
				picture={{ ...picture, alt: "" }}
				sizes="(width >= 78rem) 690px, (width >= 48rem) 50vw, calc(100vw - 40px)"
				className={`h-60 w-full rounded-20 md:h-72 lg:h-96 ${cardClass} ${isDrawn ? "object-contain p-6" : "object-cover object-left-top"}`}
			/>
			<figcaption className="mt-4 max-w-[65ch] text-16">{alt}</figcaption>
		</figure>
	);
}

export function LogosSection({ section }: { section: SectionViewOf<"logos"> }) {
	const { layout, items, ground } = section;
	const isBeside = layout === "beside the title";
	return (
		<Band {...section} className={isBeside ? beside : ""}>
			{isBeside ? <SideHeading {...section} /> : <SectionHeading {...section} />}
			<ul
				className={`grid grid-cols-2 gap-4 ${isBeside ? `md:grid-cols-3 ${besideContent}` : "mt-10 md:grid-cols-3 lg:grid-cols-6"}`}
			>
				{items.map((picture, index) => (
					<li key={index} className={`grid h-28 place-items-center rounded-12 p-5 ${cardOn(ground)}`}>
						<Picture picture={picture} sizes="160px" className="max-h-16 w-full object-contain" />
					</li>
				))}
			</ul>
		</Band>
	);
}
