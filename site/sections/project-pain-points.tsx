type ProjectPainPointsProps = { points: string[]; /** The same in one paragraph, for phones. */ summary: string };

/** A list on a desktop and a paragraph on a phone: docs/product/site.md, Project case studies. */
export function ProjectPainPoints({ points, summary }: ProjectPainPointsProps) {
	return (
		<section className="border-y border-hairline bg-white section-space">
			<div className="container-page grid gap-6 lg:grid-cols-12">
				<h2 className="text-title lg:col-span-4">Pain points</h2>
				<p className="md:hidden">{summary}</p>
				<ul className="hidden md:block lg:col-span-8">
					{points.map((point) => (
						<li key={point} className="flex gap-6 border-b border-hairline py-6 first:pt-2 last:border-b-0 last:pb-0">
							<span aria-hidden="true" className="mt-3.5 h-0.5 w-8 shrink-0 bg-accent-ui" />
							<p className="text-ink">{point}</p>
						</li>
					))}
				</ul>
			</div>
		</section>
	);
}
