import type { Criterion } from "../../core/records/record-kind.ts";
import { criterionField, criterionLimits } from "../../features/careers/jobs/job-criterion-fields.ts";
import { toJobAddress } from "../../features/careers/jobs/job-draft.ts";
import { stageField, stageLimits } from "../../features/careers/jobs/job-stage-fields.ts";
import type { Stage } from "../../shared/desk.ts";

type Text = (part: string) => string;

/** Reads the stages of a job in their order; rows without a name are dropped. */
export function readStagesForm(form: URLSearchParams): Stage[] {
	return readRows(form, { field: stageField, limit: stageLimits.stages }, (text) => {
		const senderReads = text("senderReads");
		return { open: text("open") === "yes", ...(senderReads !== "" && { senderReads }) };
	});
}

/** Reads the criteria of a job in their order; rows without a name are dropped. */
export function readCriteriaForm(form: URLSearchParams): Criterion[] {
	return readRows(form, { field: criterionField, limit: criterionLimits.criteria }, (text) => {
		const question = text("question");
		return question === "" ? {} : { question };
	});
}

/** Reads numbered rows with key, label and place; new ones get a key by their label. */
function readRows<Rest>(
	form: URLSearchParams,
	{ field, limit }: { field: (index: number, part: string) => string; limit: number },
	readRest: (text: Text) => Rest,
): ({ key: string; label: string } & Rest)[] {
	const rows = Array.from({ length: limit }, (_, index) => {
		const text: Text = (part) => form.get(field(index, part))?.trim() ?? "";
		return { key: text("key"), label: text("label"), place: Number(text("place")) || index + 1, rest: readRest(text) };
	});
	const named = rows.filter(({ label }) => label !== "").toSorted((a, b) => a.place - b.place);
	const taken = new Set(named.map(({ key }) => key));
	return named.map(({ key, label, rest }) => ({ key: key === "" ? nameRow(label, taken) : key, label, ...rest }));
}

/** Returns a unique key, which stays when the label changes, and adds it to those that are taken. */
export function nameRow(label: string, taken: Set<string>): string {
	const wanted = toJobAddress(label);
	for (let number = 1; ; number++) {
		const key = number === 1 ? wanted : `${wanted}-${number}`;
		if (taken.has(key)) continue;
		taken.add(key);
		return key;
	}
}
