type RatingMethodProps = { title: string; introduction: string; items: { title: string; description: string }[] };

export function RatingMethod({ title, introduction, items }: RatingMethodProps) {
	return (
		<section aria-labelledby="method-title" className="container-page section-space">
			<h2 id="method-title" className="text-36">
				{title}
			</h2>
			<p className="mt-4 max-w-[52ch]">{introduction}</p>
			<ol className="mt-10 grid gap-x-6 gap-y-10 md:grid-cols-6 lg:mt-14">
				{items.map((item, index) => (
					// Three in the first row, two in the second.
					<li
						key={item.title}
						className={`border-t-2 border-accent-ui pt-5 ${index < 3 ? "md:col-span-2" : "md:col-span-3"}`}
					>
						<h3 className="text-22">
							<span aria-hidden="true" className="tabular mr-3 text-muted">
								{index + 1}
							</span>
							{item.title}
						</h3>
						<p className="mt-2 max-w-[52ch] text-16">{item.description}</p>
					</li>
				))}
			</ol>
		</section>
	);
}
