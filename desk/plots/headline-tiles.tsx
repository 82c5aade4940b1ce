import { ArrowDownRight, ArrowRight, ArrowUpRight } from "lucide-react";
import type { Headline } from "../../features/analytics/headlines.server.ts";

const arrows = { up: ArrowUpRight, down: ArrowDownRight, same: ArrowRight };

/** The measures of a range, each with its change against the range before. */
export function HeadlineTiles({ headlines }: { headlines: readonly Headline[] }) {
	return (
		<dl className="headlines">
			{headlines.map(({ key, label, value, change, direction, isBetter }) => {
				const Arrow = direction && arrows[direction];
				return (
					<div key={key} className="headline">
						<dt>{label}</dt>
						<dd className="headline-value">{value}</dd>
						<dd
							className="headline-change"
							data-is={isBetter === undefined ? undefined : isBetter ? "better" : "worse"}
						>
							{Arrow && <Arrow size={14} aria-hidden="true" />} {change}
						</dd>
					</div>
				);
			})}
		</dl>
	);
}
