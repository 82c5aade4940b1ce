import { formatDate } from "../../shared/format-date.ts";
import { Stars } from "../../ui/stars.tsx";
import { PageHeading } from "./page-heading.tsx";

type RatingHeroProps = {
	eyebrow: string;
	title: string;
	introduction: string;
	/** Out of five, with one decimal. */
	average: number;
	/** Number of rated projects. */
	projects: number;
	countedUntil: string;
};

export function RatingHero({ average, projects, countedUntil, ...heading }: RatingHeroProps) {
	return (
		<section className="container-page grid items-center gap-10 py-12 lg:grid-cols-12 lg:gap-6 lg:py-20">
			<PageHeading {...heading} className="lg:col-span-7" />
			<div className="rounded-20 border border-hairline bg-white p-6 md:p-10 lg:col-span-5">
				<p className="tabular font-heading text-[7rem] leading-none font-bold tracking-tight text-ink">
					{average.toFixed(1)}
				</p>
				<Stars rating={average} className="mt-5 h-9 w-auto max-w-full text-accent-ui" />
				<p className="mt-5 text-16">
					The average of <span className="tabular font-semibold text-ink">{projects}</span> rated projects, as of{" "}
					<time dateTime={countedUntil}>{formatDate(countedUntil)}</time>.
				</p>
			</div>
		</section>
	);
}
