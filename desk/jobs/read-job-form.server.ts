import type { JobText } from "../../features/careers/jobs/job-draft.ts";
import { employmentTypes, workplaces } from "../../shared/job-kinds.ts";
import { payDisplays, payPeriods, type JobPay } from "../../shared/job-pay.ts";
import { jobQuestionKinds, questionLimits, type JobQuestion } from "../../shared/questions.ts";
import { nameRow } from "./read-job-rows.server.ts";

/** Reads the form of a job; questions without text are dropped. */
export function readJobForm(form: URLSearchParams): JobText {
	const text = (name: string) => form.get(name)?.trim() ?? "";
	return {
		title: text("title"),
		location: text("location"),
		type: employmentTypes.find((type) => type === text("type")) ?? employmentTypes[0],
		summary: text("summary"),
		keywords: listParts(text("keywords"), /[,\n]/),
		department: text("department"),
		team: text("team"),
		workplace: workplaces.find((workplace) => workplace === text("workplace")) ?? workplaces[0],
		closesOn: text("closesOn"),
		pay: readPay(form),
		benefits: listParts(text("benefits"), /\n/),
		markdown: text("markdown"),
		questions: readQuestions(form),
	};
}

/** Reads a pay range; one without amounts is none, and one with a single amount is fixed. */
function readPay(form: URLSearchParams): JobPay | undefined {
	const text = (part: string) => form.get(`pay-${part}`)?.trim() ?? "";
	const [from = "", to = from] = [text("from"), text("to")].filter((amount) => amount !== "");
	if (from === "") return undefined;
	return {
		currency: text("currency").toUpperCase(),
		from: Number(from),
		to: Number(to),
		per: payPeriods.find((period) => period === text("per")) ?? "year",
		shown: payDisplays.find((display) => display === text("shown")) ?? "law",
	};
}

function readQuestions(form: URLSearchParams): JobQuestion[] {
	const rows = Array.from({ length: questionLimits.questions }, (_, index) => {
		const text = (part: string) => form.get(`questions-${index}-${part}`)?.trim() ?? "";
		return {
			key: text("key"),
			kind: jobQuestionKinds.find((kind) => kind === text("kind")) ?? jobQuestionKinds[0],
			label: text("label"),
			required: text("required") === "yes",
			options: listParts(text("options"), /\n/),
			place: Number(text("place")) || index + 1,
		};
	});
	const asked = rows.filter(({ label }) => label !== "").toSorted((a, b) => a.place - b.place);
	const taken = new Set(asked.map(({ key }) => key));
	return asked.map(({ place: _, ...question }) => ({
		...question,
		// Options are dropped when a question is no longer a choice.
		options: question.kind === "choice" ? question.options : [],
		key: question.key === "" ? nameRow(question.label, taken) : question.key,
	}));
}

function listParts(text: string, separator: RegExp): string[] {
	return text
		.split(separator)
		.map((part) => part.trim())
		.filter((part) => part !== "");
}
