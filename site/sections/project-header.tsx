import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";
import { Carousel } from "../../ui/carousel.tsx";
import { Picture, type PictureData } from "../../ui/picture.tsx";

type ProjectHeaderProps = {
	title: string;
	description: string;
	/** A colour such as #5B3FD6, dark enough for white text. */
	background: string;
	screens: PictureData[];
	/** Address of the list, with its filter. */
	backTo: string;
};

/** The coloured header: docs/product/site.md, Project case studies. The screens overlap its lower edge. */
export function ProjectHeader({ title, description, background, screens, backTo }: ProjectHeaderProps) {
	return (
		<section className="relative pb-8">
			{/* A fill is an attribute, not a style, so the Content-Security-Policy lets the content choose the colour. */}
			<svg
				aria-hidden="true"
				className="absolute inset-x-0 top-0 h-[calc(100%-10rem)] w-full md:h-[calc(100%-14rem)] lg:h-[calc(100%-20rem)] print:hidden"
			>
				<rect width="100%" height="100%" fill={background} />
			</svg>
			<div className="relative container-page">
				<div className="on-ink pt-8 pb-10 text-white lg:pt-12 lg:pb-14">
					<Link
						to={backTo}
						className="inline-flex min-h-11 items-center gap-2 rounded-6 text-16 font-semibold underline-offset-4 hover:underline print:hidden"
					>
						<ArrowLeft aria-hidden="true" className="size-5" /> Back to the portfolio
					</Link>
					<div className="mt-6 grid gap-6 lg:grid-cols-12">
						<h1 className="text-title text-white lg:col-span-7 lg:text-hero">Revamping {title}</h1>
						<p className="max-w-[52ch] lg:col-span-5 lg:self-end lg:pb-2">{description}</p>
					</div>
				</div>
				{/* The final product shows the same screens, with captions. */}
				<div className="print:hidden">
					<Carousel
						label={`Screens of ${title}`}
						slideClass="basis-full"
						slides={screens.map((screen, index) => ({
							key: screen.src,
							content: (
								<Picture
									picture={screen}
									lazy={index > 0}
									sizes="(width >= 78rem) 1200px, calc(100vw - 40px)"
									className="h-auto w-full rounded-12 border border-hairline bg-white md:rounded-20"
								/>
							),
						}))}
					/>
				</div>
			</div>
		</section>
	);
}
