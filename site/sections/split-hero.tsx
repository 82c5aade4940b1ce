type SplitHeroProps = { eyebrow: string; title: string; introduction: string };

/** The heading of a list page: the title on the left, instructions for the list on the right. */
export function SplitHero({ eyebrow, title, introduction }: SplitHeroProps) {
	return (
		<section className="container-page grid gap-6 py-12 lg:grid-cols-12 lg:pt-20 lg:pb-16">
			<div className="lg:col-span-7">
				<p className="text-16 font-semibold text-accent-text">{eyebrow}</p>
				<h1 className="mt-3 text-title">{title}</h1>
			</div>
			<p className="max-w-[52ch] lg:col-span-5 lg:self-end">{introduction}</p>
		</section>
	);
}
