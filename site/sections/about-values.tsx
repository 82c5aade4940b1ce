type AboutValuesProps = { title: string; introduction: string; items: { title: string; description: string }[] };

/** Four words, each with its meaning in a working week. */
export function AboutValues({ title, introduction, items }: AboutValuesProps) {
	return (
		<section aria-labelledby="values-title" className="container-page section-space">
			<div className="grid gap-4 lg:grid-cols-12 lg:gap-6">
				<h2 id="values-title" className="text-36 lg:col-span-5">
					{title}
				</h2>
				<p className="max-w-[48ch] lg:col-span-6 lg:col-start-7">{introduction}</p>
			</div>
			<dl className="mt-10 lg:mt-14">
				{items.map((item) => (
					<div
						key={item.title}
						className="grid gap-3 border-t border-hairline py-8 last:border-b lg:grid-cols-12 lg:gap-6 lg:py-10"
					>
						<dt className="font-heading text-28 font-bold tracking-tight text-ink lg:col-span-6 lg:text-36">
							{item.title}
						</dt>
						<dd className="max-w-[60ch] lg:col-span-6 lg:col-start-7">{item.description}</dd>
					</div>
				))}
			</dl>
		</section>
	);
}
