import { InlinePicture } from "../../features/publishing/inline-picture.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import type { PictureData } from "../../ui/picture.tsx";

type HeroProps = { title: string; subtitle: string; cta: string; picture: PictureData };

/** The top of the home page: docs/product/site.md, Home. */
export function Hero({ title, subtitle, cta, picture }: HeroProps) {
	return (
		<section className="container-page grid items-center gap-10 py-12 md:py-16 lg:grid-cols-12 lg:gap-6 lg:py-20">
			<div className="lg:col-span-7">
				<h1 className="text-hero">{title}</h1>
				<p className="mt-6 max-w-[36ch] text-22">{subtitle}</p>
				<div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
					<ButtonLink to="/contactUs" className="min-h-14 px-8 text-18">
						{cta}
					</ButtonLink>
				</div>
			</div>
			<div className="lg:col-span-5">
				<InlinePicture picture={picture} className="hero-picture aspect-[8/7] w-full [&>svg]:late-part-1" />
			</div>
		</section>
	);
}
