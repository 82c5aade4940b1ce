import { ButtonLink } from "../../ui/button.tsx";
import { Carousel } from "../../ui/carousel.tsx";
import { TestimonialCard, type TestimonialView } from "./testimonial-card.tsx";

/** The quotes on the home page, nothing without quotes: docs/product/site.md, Testimonials carousel. */
export function TestimonialsSection({ testimonials }: { testimonials: TestimonialView[] }) {
	if (testimonials.length === 0) return null;
	return (
		<section aria-labelledby="testimonials-title" className="late-part-3 bg-sand section-space">
			<div className="container-page">
				<div className="flex flex-wrap items-end justify-between gap-6">
					<h2 id="testimonials-title" className="text-title">
						Stories from people like you
					</h2>
					<ButtonLink to="/contactUs">Let's Talk</ButtonLink>
				</div>
				<div className="mt-10">
					<Carousel
						label="Testimonials"
						arrows="phone"
						dots="phone"
						slideClass="basis-full md:basis-1/3"
						slides={testimonials.map((testimonial) => ({
							key: testimonial.id,
							content: <TestimonialCard testimonial={testimonial} clamped />,
						}))}
					/>
				</div>
			</div>
		</section>
	);
}
