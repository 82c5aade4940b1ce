import { BreakableText } from "./breakable-text.tsx";

/** Short facts below a name, with dots between them but none at the ends of lines. */
export function Facts({ facts }: { facts: readonly string[] }) {
	return (
		<span className="aside facts">
			{facts.map((fact, index) => (
				<span key={index}>
					{index > 0 && <span className="fact-dot"> · </span>}
					<span dir="auto">
						<BreakableText text={fact} />
					</span>
				</span>
			))}
		</span>
	);
}
