import { StackingTable } from "../../ui/stacking-table.tsx";
import { SectionHeading } from "./section-heading.tsx";

type Measure = { measure: string; target: string; result: string; note: string };

type VisionMissionMeasuresProps = { title: string; introduction: string; year: number; items: Measure[] };

/** Last year's figures beside our targets. */
export function VisionMissionMeasures({ title, introduction, year, items }: VisionMissionMeasuresProps) {
	return (
		<section aria-labelledby="measures-title" className="container-page section-space">
			<SectionHeading id="measures-title" title={title} introduction={introduction} className="mb-10" />
			<StackingTable
				caption={`${title}: targets and results of ${year}`}
				rowLabel="What we measure"
				columns={["Target", `Result of ${year}`, "What we conclude"]}
				highlighted={1}
				rows={items.map(({ measure, target, result, note }) => ({ name: measure, cells: [target, result, note] }))}
			/>
		</section>
	);
}
