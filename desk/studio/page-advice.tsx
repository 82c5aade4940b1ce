import { describeExcess, describeWeight, listExcesses } from "../../features/publishing/page-budget.ts";
import type { PageAdvice } from "./draft-response.ts";

/** The weight of a page and what leads nowhere on it, while it is edited. */
export function PageAdviceLines({ weight, missing }: PageAdvice) {
	const remarks = [
		...listExcesses(weight).map((key) => `Too heavy for phones: ${describeExcess(key, weight)}.`),
		...missing,
	];
	return (
		<div role="status">
			<p className="hint">On a phone: {describeWeight(weight)}.</p>
			{remarks.length > 0 && (
				<ul className="remark">
					{remarks.map((remark) => (
						<li key={remark}>{remark}</li>
					))}
				</ul>
			)}
		</div>
	);
}
