import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { SectionHeading } from "./section-heading.tsx";
import { TestimonialCard, type TestimonialView } from "./testimonial-card.tsx";

type RatingVoicesProps = { title: string; introduction: string; testimonials: TestimonialView[] };

/** The last quote stands large beside the others. */
export function RatingVoices({ title, introduction, testimonials }: RatingVoicesProps) {
	const large = testimonials.at(-1);
	return (
		<section aria-labelledby="voices-title" className="bg-sand section-space">
			<div className="container-page">
				<SectionHeading id="voices-title" title={title} introduction={introduction} />
				<div className="mt-10 grid gap-6 lg:grid-cols-12">
					{large && (
						<div className="lg:col-span-7">
							<TestimonialCard testimonial={large} look="display" />
						</div>
					)}
					<div className="grid gap-6 lg:col-span-5">
						{testimonials.slice(0, -1).map((testimonial) => (
							<TestimonialCard key={testimonial.id} testimonial={testimonial} />
						))}
					</div>
				</div>
				<div className="mt-10 flex flex-wrap items-center gap-x-8 gap-y-4">
					<ButtonLink to="/contactUs">Let's Talk</ButtonLink>
					<Link to="/alltestimonial" className="inline-flex min-h-11 items-center gap-2 text-16 font-semibold text-orange-text hover:text-ink">
						All testimonials <ArrowRight aria-hidden="true" className="size-5" />
					</Link>
				</div>
			</div>
		</section>
	);
}
