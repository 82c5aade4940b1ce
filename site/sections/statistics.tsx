import { Star } from "lucide-react";
import { Counter } from "../../ui/counter.tsx";

export type StatisticsView = { projectsMade: number; clientsServed: string; averageRating: string };

/** The three counters: docs/product/site.md, Statistics. */
export function Statistics({ projectsMade, clientsServed, averageRating }: StatisticsView) {
	return (
		<section aria-label="Our work in numbers" className="late-part-3 on-ink bg-ink text-sand">
			<dl className="container-page grid divide-y divide-body py-10 md:grid-cols-3 md:divide-x md:divide-y-0 md:py-20">
				<Figure label="Projects made">
					<Counter value={projectsMade} />
				</Figure>
				<Figure label="Clients served">
					<Counter value={Number.parseInt(clientsServed, 10)} suffix="+" />
				</Figure>
				<Figure label="Average rating">
					<Counter value={Number(averageRating)} decimals={1} />
					<Star
						aria-hidden="true"
						className="ml-3 inline size-[0.6em] fill-accent-on-dark align-baseline text-accent-on-dark"
					/>
				</Figure>
			</dl>
		</section>
	);
}

function Figure({ label, children }: { label: string; children: React.ReactNode }) {
	return (
		<div className="flex flex-col-reverse gap-2 py-8 md:px-10 md:py-2 md:first:pl-0">
			<dt className="text-16">{label}</dt>
			<dd className="tabular font-heading text-hero font-bold text-paper">{children}</dd>
		</div>
	);
}
