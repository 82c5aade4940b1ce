import type { ReactNode } from "react";
import { SectionHeading } from "./section-heading.tsx";

type Week = {
	phase: string;
	title: string;
	description: string;
	artefacts: string[];
	room: string[];
	yourPart: string;
	yourHours: number;
};

type ProcessWeeksProps = {
	title: string;
	introduction: string;
	labels: { artefacts: string; room: string; yourPart: string; yourHours: string };
	items: Week[];
};

/** A typical project week by week, with the client's part in each. */
export function ProcessWeeks({ title, introduction, labels, items }: ProcessWeeksProps) {
	const hours = items.reduce((sum, week) => sum + week.yourHours, 0);
	return (
		<section aria-labelledby="weeks-title" className="border-t border-hairline bg-white section-space">
			<div className="container-page">
				<SectionHeading id="weeks-title" title={title} introduction={introduction} />
				<ol className="mt-10 lg:mt-14">
					{items.map((week, index) => (
						<li key={week.title} className="grid gap-6 border-t-2 border-ink py-10 lg:grid-cols-12 lg:py-14">
							<div className="lg:col-span-3">
								<div className="lg:sticky lg:top-28">
									<p className="font-heading text-36 font-bold tracking-tight text-ink">Week {index + 1}</p>
									<p className="mt-1 text-16 font-semibold text-accent-text">{week.phase}</p>
									<HoursStrip hours={week.yourHours} />
									<p className="mt-2 text-14 text-muted">
										{labels.yourHours}: <span className="tabular font-semibold text-ink">{week.yourHours}</span>
									</p>
								</div>
							</div>
							<div className="lg:col-span-9">
								<h3 className="text-28">{week.title}</h3>
								<p className="mt-3 max-w-[65ch]">{week.description}</p>
								<dl className="mt-8 grid gap-6 md:grid-cols-[5fr_3fr] lg:grid-cols-[5fr_3fr_4fr]">
									<Part label={labels.artefacts}>
										<Items items={week.artefacts} />
									</Part>
									<Part label={labels.room}>
										<Items items={week.room} />
									</Part>
									<Part label={labels.yourPart}>{week.yourPart}</Part>
								</dl>
							</div>
						</li>
					))}
				</ol>
				<p className="border-t-2 border-ink pt-6 text-22 text-ink">
					<span className="tabular font-heading font-bold">{hours} hours</span> of your people's time in {items.length}{" "}
					weeks.
				</p>
			</div>
		</section>
	);
}

function Part({ label, children }: { label: string; children: ReactNode }) {
	return (
		<div className="border-t border-hairline pt-4 text-16">
			<dt className="font-semibold text-ink">{label}</dt>
			<dd className="mt-2">{children}</dd>
		</div>
	);
}

function Items({ items }: { items: string[] }) {
	return (
		<ul className="space-y-1.5">
			{items.map((item) => (
				<li key={item}>{item}</li>
			))}
		</ul>
	);
}

/** One square per hour; the number is beside it. */
function HoursStrip({ hours }: { hours: number }) {
	const squares = Math.ceil(hours);
	return (
		<svg
			viewBox={`0 0 ${squares * 14} 10`}
			width={squares * 14}
			height="10"
			aria-hidden="true"
			className="mt-5 fill-accent-ui"
		>
			{Array.from({ length: squares }, (_, index) => (
				<rect key={index} x={index * 14} width={10 * Math.min(1, hours - index)} height="10" />
			))}
		</svg>
	);
}
