import { TestimonialCard, type TestimonialCardLook, type TestimonialView } from "./testimonial-card.tsx";

/** Widths of the cards: rows of two and three without repetition. Further cards start over. */
const places: { className: string; look: TestimonialCardLook }[] = [
	{ className: "md:col-span-2 lg:col-span-7", look: "large" },
	{ className: "lg:col-span-5", look: "plain" },
	{ className: "lg:col-span-4", look: "plain" },
	{ className: "lg:col-span-4", look: "sand" },
	{ className: "lg:col-span-4", look: "plain" },
	{ className: "lg:col-span-5", look: "sand" },
	{ className: "lg:col-span-7", look: "large" },
	{ className: "lg:col-span-5", look: "plain" },
	{ className: "lg:col-span-7", look: "ink" },
];

/** All testimonials in full: docs/product/site.md, Testimonials page. */
export function TestimonialsGrid({ testimonials }: { testimonials: TestimonialView[] }) {
	return (
		<ul className="mt-10 grid gap-6 md:grid-cols-2 lg:mt-14 lg:grid-cols-12">
			{testimonials.map((testimonial, index) => {
				const place = places[index % places.length];
				return (
					<li key={testimonial.id} className={place?.className}>
						<TestimonialCard testimonial={testimonial} look={place?.look} />
					</li>
				);
			})}
		</ul>
	);
}
