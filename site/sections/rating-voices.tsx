import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { SectionHeading } from "./section-heading.tsx";
import type { TestimonialView } from "./testimonial-card.tsx";
import { TestimonialsGrid } from "./testimonials-grid.tsx";

type RatingVoicesProps = { title: string; introduction: string; testimonials: TestimonialView[] };

export function RatingVoices({ title, introduction, testimonials }: RatingVoicesProps) {
	return (
		<section aria-labelledby="voices-title" className="border-t border-hairline section-space">
			<div className="container-page">
				<SectionHeading id="voices-title" title={title} introduction={introduction} />
				<TestimonialsGrid testimonials={testimonials} />
				<div className="mt-10 flex flex-wrap items-center gap-x-8 gap-y-4">
					<ButtonLink to="/contactUs">Let's Talk</ButtonLink>
					<Link
						to="/alltestimonial"
						className="inline-flex min-h-11 items-center gap-2 text-16 font-semibold text-accent-text hover:text-ink"
					>
						All testimonials <ArrowRight aria-hidden="true" className="size-5" />
					</Link>
				</div>
			</div>
		</section>
	);
}
