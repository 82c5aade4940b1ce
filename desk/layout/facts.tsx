import { BreakableText } from "./breakable-text.tsx";

/** Short facts beneath a name, a dot between them. Where a line ends between two, no dot is left over at either side. */
export function Facts({ facts }: { facts: readonly string[] }) {
	return (
		<span className="aside facts">
			{facts.map((fact, index) => (
				<span key={index}>
					{index > 0 && <span className="fact-dot"> · </span>}
					<BreakableText text={fact} />
				</span>
			))}
		</span>
	);
}
