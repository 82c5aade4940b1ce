import { Check } from "lucide-react";

type ProjectSolutionsProps = { solutions: string[]; /** The same in one paragraph, for phones. */ summary: string };

/** A list on a desktop and a paragraph on a phone: docs/product/site.md, Project case studies. */
export function ProjectSolutions({ solutions, summary }: ProjectSolutionsProps) {
	return (
		<section className="on-ink bg-ink section-space text-sand">
			<div className="container-page grid gap-6 lg:grid-cols-12">
				<h2 className="text-title text-paper lg:col-span-4">Solutions we provided</h2>
				<p className="md:hidden">{summary}</p>
				<ul className="hidden gap-x-10 gap-y-8 md:grid md:grid-cols-2 lg:col-span-8 lg:pl-6">
					{solutions.map((solution) => (
						<li key={solution} className="flex gap-4 last:odd:col-span-2">
							<Check aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-accent-on-dark" />
							<p>{solution}</p>
						</li>
					))}
				</ul>
			</div>
		</section>
	);
}
