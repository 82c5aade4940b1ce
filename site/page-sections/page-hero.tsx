import { InlinePicture } from "../../features/publishing/inline-picture.tsx";
import type { LandingPage } from "../../features/publishing/section-schema.ts";
import { visibleLength } from "../../shared/visible-length.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Picture } from "../../ui/picture.tsx";
import type { ShownPicture } from "./section-view.ts";

type PageHeroProps = Omit<LandingPage["hero"], "picture"> & {
	/** The page's name, above its title. */
	name: string;
	picture?: ShownPicture | undefined;
};

/** Longer titles in the largest type would fill the first screen. */
const longestInLargeType = 44;

/** The top of a page of sections, with the one heading of the first level. */
export function PageHero({ name, title, introduction, button, picture, layout, ground }: PageHeroProps) {
	const isLeft = picture !== undefined && layout === "picture left";
	return (
		<section className={ground === "sand" ? "bg-sand" : ""}>
			<div className="container-page grid items-center gap-10 py-12 md:py-16 lg:grid-cols-12 lg:gap-6 lg:py-20">
				<div
					className={picture ? (isLeft ? "lg:order-2 lg:col-span-6 lg:col-start-7" : "lg:col-span-7") : "lg:col-span-9"}
				>
					<p className="text-16 font-semibold text-accent-text">{name}</p>
					<h1 className={`mt-3 ${visibleLength(title) > longestInLargeType ? "text-title" : "text-hero"}`}>{title}</h1>
					<p className="mt-6 max-w-[44ch] text-22">{introduction}</p>
					{button && (
						<ButtonLink to={button.to} className="mt-8 min-h-14 px-8 text-18">
							{button.label}
						</ButtonLink>
					)}
				</div>
				{picture && <HeroPicture picture={picture} className={isLeft ? "lg:order-1 lg:col-span-5" : "lg:col-span-5"} />}
			</div>
		</section>
	);
}

function HeroPicture({ picture: { isDrawn, ...picture }, className }: { picture: ShownPicture; className: string }) {
	return (
		<div className={className}>
			{isDrawn ? (
				<InlinePicture picture={picture} className="mx-auto h-auto w-full max-w-xl" />
			) : (
				<Picture
					picture={picture}
					lazy={false}
					sizes="(width >= 78rem) 480px, (width >= 64rem) 40vw, calc(100vw - 40px)"
					className="h-auto w-full rounded-20 border border-hairline bg-white"
				/>
			)}
		</div>
	);
}
