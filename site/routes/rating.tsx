import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { RatingDistribution } from "../sections/rating-distribution.tsx";
import { RatingHero } from "../sections/rating-hero.tsx";
import { RatingLessons } from "../sections/rating-lessons.tsx";
import { RatingMethod } from "../sections/rating-method.tsx";
import { RatingVoices } from "../sections/rating-voices.tsx";
import { viewTestimonial } from "../sections/testimonial-view.server.ts";
import type { Route } from "./+types/rating.ts";

export function loader({ context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { company, copy, testimonials } = content;
	return {
		head: headOf(content, "/rating"),
		copy: copy.rating,
		average: Number(company.statistics.averageRating),
		testimonials: testimonials.map((testimonial) => viewTestimonial(content, testimonial)),
	};
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function RatingPage({ loaderData }: Route.ComponentProps) {
	const { copy, average, testimonials } = loaderData;
	const { ratings, countedUntil } = copy.distribution;
	return (
		<>
			<RatingHero
				{...copy.hero}
				average={average}
				projects={ratings.reduce((sum, { count }) => sum + count, 0)}
				countedUntil={countedUntil}
			/>
			<RatingDistribution {...copy.distribution} />
			<RatingMethod {...copy.method} />
			<RatingLessons {...copy.lessons} />
			<RatingVoices {...copy.testimonials} testimonials={testimonials} />
		</>
	);
}
