import { SearchCheck } from "lucide-react";

type Principle = { title: string; description: string; check: string };

type VisionMissionPrinciplesProps = { title: string; introduction: string; items: Principle[] };

/** Our principles, each with a way to check it. */
export function VisionMissionPrinciples({ title, introduction, items }: VisionMissionPrinciplesProps) {
	return (
		<section aria-labelledby="principles-title" className="on-ink bg-ink text-sand section-space">
			<div className="container-page grid gap-10 lg:grid-cols-12 lg:gap-6">
				<div className="self-start lg:sticky lg:top-28 lg:col-span-4">
					<h2 id="principles-title" className="text-36 text-paper">
						{title}
					</h2>
					<p className="mt-4 max-w-[48ch]">{introduction}</p>
				</div>
				<ol className="lg:col-span-7 lg:col-start-6">
					{items.map((principle, index) => (
						<li
							key={principle.title}
							className="grid grid-cols-[2rem_1fr] gap-x-4 border-t border-body py-8 first:border-t-0 first:pt-0 last:pb-0"
						>
							<span aria-hidden="true" className="tabular pt-0.5 text-18 font-semibold text-accent-on-dark">
								{index + 1}
							</span>
							<div>
								<h3 className="text-22 text-paper">{principle.title}</h3>
								<p className="mt-2 text-16">{principle.description}</p>
								<p className="mt-4 flex gap-3 text-16 font-semibold text-paper">
									<SearchCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent-on-dark" />
									<span>
										<span className="sr-only">How to check: </span>
										{principle.check}
									</span>
								</p>
							</div>
						</li>
					))}
				</ol>
			</div>
		</section>
	);
}
