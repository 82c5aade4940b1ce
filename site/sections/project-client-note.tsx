export function ProjectClientNote({ quote, author }: { quote: string; author: string }) {
	return (
		<section className="bg-sand section-space">
			<div className="container-page grid gap-8 lg:grid-cols-12">
				<h2 className="text-28 lg:col-span-3">Note from the Client...</h2>
				<figure className="lg:col-span-9">
					<blockquote className="border-l-2 border-accent-ui pl-6 font-heading text-28 font-bold text-ink md:pl-10 md:text-36">
						<p>{quote}</p>
					</blockquote>
					<figcaption className="mt-6 pl-6 text-16 md:pl-10">{author}</figcaption>
				</figure>
			</div>
		</section>
	);
}
