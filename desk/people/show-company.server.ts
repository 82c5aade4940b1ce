import type { Colleagues } from "../../core/people/list-colleagues.server.ts";
import { findStage, type RecordKind } from "../../core/records/record-kind.ts";
import type { Company } from "../../shared/company.ts";
import { showMoney } from "../records/show-values.server.ts";
import type { ShownCompany } from "./same-company.tsx";

/** Shows the people of a company, and what its records are worth by stage, in the order of the stages. */
export function showCompany(
	found: Colleagues | undefined,
	{ kinds, company }: { kinds: readonly RecordKind[]; company: Pick<Company, "locale" | "currency"> },
): ShownCompany | undefined {
	if (!found) return undefined;
	const { domain, people, values } = found;
	const shown = kinds.flatMap((kind) => {
		const sums = new Map<string, number>();
		for (const { kind: name, stage, value } of values)
			if (name === kind.name) {
				const { label } = findStage(kind, stage === "" ? undefined : stage);
				sums.set(label, (sums.get(label) ?? 0) + value);
			}
		const order = (label: string) => kind.stages.findIndex((stage) => stage.label === label);
		return [...sums].toSorted(([one], [other]) => order(one) - order(other));
	});
	return { domain, people, values: shown.map(([stage, value]) => ({ stage, value: showMoney(value, company) })) };
}
