import { FileCheck } from "lucide-react";
import { SectionHeading } from "./section-heading.tsx";

type Reason = { title: string; description: string; proof: string };

/** Wide and narrow cards alternate, so that no two rows are alike. */
const widths = ["lg:col-span-7", "lg:col-span-5", "lg:col-span-5", "lg:col-span-7"];

/** The benefits for clients, with the proof beside each claim. */
export function WhyReasons({ title, introduction, items }: { title: string; introduction: string; items: Reason[] }) {
	return (
		<section aria-labelledby="reasons-title" className="border-t border-hairline bg-white section-space">
			<div className="container-page">
				<SectionHeading id="reasons-title" title={title} introduction={introduction} />
				<ul className="mt-10 grid gap-6 md:grid-cols-2 lg:mt-14 lg:grid-cols-12">
					{items.map((reason, index) => (
						<li
							key={reason.title}
							className={`flex flex-col rounded-20 border border-hairline bg-paper ${widths[index % widths.length] ?? ""}`}
						>
							<div className="p-6 md:p-8">
								<h3 className="text-22 lg:text-28">{reason.title}</h3>
								<p className="mt-3 max-w-[52ch] text-16">{reason.description}</p>
							</div>
							<p className="mt-auto flex gap-4 rounded-b-20 border-t border-hairline bg-sand px-6 py-5 text-16 text-ink md:px-8">
								<FileCheck aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-6 shrink-0 text-accent-ui" />
								<span>
									<span className="sr-only">Proof: </span>
									{reason.proof}
								</span>
							</p>
						</li>
					))}
				</ul>
			</div>
		</section>
	);
}
