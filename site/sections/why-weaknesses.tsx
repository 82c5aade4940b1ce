import { X } from "lucide-react";

type WhyWeaknessesProps = { title: string; introduction: string; items: { title: string; description: string }[] };

/** When to choose somebody else. */
export function WhyWeaknesses({ title, introduction, items }: WhyWeaknessesProps) {
	return (
		<section aria-labelledby="weaknesses-title" className="on-ink bg-ink text-sand section-space">
			<div className="container-page">
				<h2 id="weaknesses-title" className="text-36 text-paper">
					{title}
				</h2>
				<p className="mt-4 max-w-[52ch]">{introduction}</p>
				<ul className="mt-10 gap-x-16 lg:mt-14 lg:columns-2">
					{items.map((item) => (
						<li key={item.title} className="flex break-inside-avoid gap-4 border-t border-body py-6">
							<X aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-accent-on-dark" />
							<div>
								<h3 className="text-22 text-paper">{item.title}</h3>
								<p className="mt-2 text-16">{item.description}</p>
							</div>
						</li>
					))}
				</ul>
			</div>
		</section>
	);
}
