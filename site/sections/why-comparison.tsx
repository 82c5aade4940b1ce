import { ButtonLink } from "../../ui/button.tsx";
import { StackingTable } from "../../ui/stacking-table.tsx";
import { SectionHeading } from "./section-heading.tsx";

type WhyComparisonProps = {
	title: string;
	introduction: string;
	caption: string;
	aspectLabel: string;
	/** The last column is us. */
	columns: string[];
	rows: { aspect: string; cells: string[] }[];
};

/** The three ways to have a project built, side by side. */
export function WhyComparison({ title, introduction, caption, aspectLabel, columns, rows }: WhyComparisonProps) {
	return (
		<section aria-labelledby="comparison-title" className="container-page section-space">
			<SectionHeading id="comparison-title" title={title} introduction={introduction} className="mb-10" />
			<StackingTable
				caption={caption}
				rowLabel={aspectLabel}
				columns={columns}
				highlighted={columns.length - 1}
				rows={rows.map(({ aspect, cells }) => ({ name: aspect, cells }))}
			/>
			<ButtonLink to="/contactUs" className="mt-10">
				Let's Talk
			</ButtonLink>
		</section>
	);
}
