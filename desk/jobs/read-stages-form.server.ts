import { toJobAddress } from "../../features/careers/jobs/job-draft.ts";
import { stageField, stageLimits } from "../../features/careers/jobs/job-stage-fields.ts";
import type { Stage } from "../../shared/desk.ts";

/** Reads the stages of a job in their order; rows without a name are dropped. */
export function readStagesForm(form: URLSearchParams): Stage[] {
	const rows = Array.from({ length: stageLimits.stages }, (_, index) => {
		const text = (part: string) => form.get(stageField(index, part))?.trim() ?? "";
		return {
			key: text("key"),
			label: text("label"),
			open: text("open") === "yes",
			senderReads: text("senderReads"),
			place: Number(text("place")) || index + 1,
		};
	});
	const named = rows.filter(({ label }) => label !== "").toSorted((a, b) => a.place - b.place);
	const taken = new Set(named.map(({ key }) => key));
	return named.map(({ place: _, senderReads, ...stage }) => ({
		...stage,
		key: stage.key === "" ? nameStage(stage.label, taken) : stage.key,
		...(senderReads !== "" && { senderReads }),
	}));
}

function nameStage(label: string, taken: Set<string>): string {
	const wanted = toJobAddress(label);
	for (let number = 1; ; number++) {
		const key = number === 1 ? wanted : `${wanted}-${number}`;
		if (taken.has(key)) continue;
		taken.add(key);
		return key;
	}
}
