import { Star } from "lucide-react";

const stars = 5;

/** 'Client Testimonials' in three columns, each with five stars: docs/product/site.md, Service pages. */
export function ServiceTestimonials({ name, quotes }: { name: string; quotes: string[] }) {
	return (
		<section aria-labelledby="testimonials-title" className="container-page section-space">
			<h2 id="testimonials-title" className="text-title">
				Client Testimonials
			</h2>
			<ul className="mt-10 grid gap-x-6 gap-y-12 lg:grid-cols-3">
				{quotes.map((quote, index) => (
					<li key={quote}>
						<figure className="flex h-full flex-col border-t-2 border-ink pt-6">
							<p className="flex gap-1">
								<span className="sr-only">
									{stars} out of {stars} stars
								</span>
								{Array.from({ length: stars }, (_, star) => (
									<Star key={star} aria-hidden="true" className="size-5 fill-accent-ui text-accent-ui" />
								))}
							</p>
							<blockquote className="mt-5 mb-8 text-22 text-ink">
								<p>{quote}</p>
							</blockquote>
							<figcaption className="mt-auto text-16">
								<span className="block font-semibold text-ink">Client {index + 1}</span>
								<span className="text-muted">{name} Client</span>
							</figcaption>
						</figure>
					</li>
				))}
			</ul>
		</section>
	);
}
