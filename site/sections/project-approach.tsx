import { ArrowDown, ArrowRight } from "lucide-react";

/** The steps in a row with arrows, stacked on a narrow screen: docs/product/site.md, Project case studies. */
export function ProjectApproach({ steps }: { steps: { title: string; description: string }[] }) {
	return (
		<section className="bg-sand section-space">
			<div className="container-page">
				<h2 className="text-title">Our approach</h2>
				<ol className="mt-10 lg:grid lg:auto-cols-fr lg:grid-flow-col lg:gap-4">
					{steps.map(({ title, description }, index) => (
						<li key={title} className="group grid grid-cols-[auto_1fr] gap-x-5 lg:block">
							<div aria-hidden="true" className="flex flex-col items-center gap-2 lg:flex-row lg:gap-3">
								<span className="tabular grid size-11 shrink-0 place-items-center rounded-full bg-ink text-16 font-semibold text-paper">
									{index + 1}
								</span>
								{index < steps.length - 1 && <Arrow />}
							</div>
							<div className="pt-2 pb-8 group-last:pb-0 lg:pt-5 lg:pr-4 lg:pb-0">
								<h3 className="text-22">{title}</h3>
								<p className="mt-2 text-16">{description}</p>
							</div>
						</li>
					))}
				</ol>
			</div>
		</section>
	);
}

function Arrow() {
	return (
		<>
			<span className="w-px grow bg-border lg:h-px lg:w-auto" />
			<ArrowDown className="mb-2 size-5 text-accent-ui lg:hidden" />
			<ArrowRight className="hidden size-5 shrink-0 text-accent-ui lg:block" />
		</>
	);
}
