type RatingDistributionProps = { title: string; introduction: string; ratings: { stars: number; count: number }[] };

/** The number of projects by stars, as bars on one scale. */
export function RatingDistribution({ title, introduction, ratings }: RatingDistributionProps) {
	const most = Math.max(...ratings.map(({ count }) => count));
	return (
		<section aria-labelledby="distribution-title" className="on-ink bg-ink text-sand section-space">
			<div className="container-page grid gap-10 lg:grid-cols-12 lg:gap-6">
				<div className="lg:col-span-4">
					<h2 id="distribution-title" className="text-36 text-paper">
						{title}
					</h2>
					<p className="mt-4 max-w-[48ch]">{introduction}</p>
				</div>
				<dl className="space-y-4 lg:col-span-7 lg:col-start-6">
					{ratings
						.toSorted((a, b) => b.stars - a.stars)
						.map(({ stars, count }) => (
							<div key={stars} className="grid grid-cols-[4rem_1fr] items-center gap-4">
								<dt className="text-16 whitespace-nowrap">
									{stars} {stars === 1 ? "star" : "stars"}
								</dt>
								<dd className="grid grid-cols-[1fr_3rem] items-center gap-4">
									<svg viewBox="0 0 1000 32" preserveAspectRatio="none" aria-hidden="true" className="h-8 w-full">
										<rect width="1000" height="32" className="fill-body" />
										<rect width={(count / most) * 1000} height="32" className="fill-accent-on-dark" />
									</svg>
									<span className="tabular font-heading text-22 font-bold text-paper">{count}</span>
								</dd>
							</div>
						))}
				</dl>
			</div>
		</section>
	);
}
