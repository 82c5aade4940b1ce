type ProcessRhythmProps = { title: string; introduction: string; items: { title: string; description: string }[] };

/** The week's fixed appointments, side by side as in a calendar. */
export function ProcessRhythm({ title, introduction, items }: ProcessRhythmProps) {
	return (
		<section aria-labelledby="rhythm-title" className="on-ink bg-ink text-sand section-space">
			<div className="container-page">
				<h2 id="rhythm-title" className="text-36 text-paper">
					{title}
				</h2>
				<p className="mt-4 max-w-[52ch]">{introduction}</p>
				<ul className="mt-10 grid md:grid-cols-2 lg:mt-14 lg:grid-cols-4">
					{items.map((item) => (
						<li key={item.title} className="border-t-2 border-accent-on-dark py-6 md:pr-8">
							<h3 className="text-22 text-paper">{item.title}</h3>
							<p className="mt-2 text-16">{item.description}</p>
						</li>
					))}
				</ul>
			</div>
		</section>
	);
}
