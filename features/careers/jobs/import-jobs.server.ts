import type { ImportKind, ReadOptions, ReadRow, RowValues } from "../../../core/imports/import-kind.ts";
import { deleteImportedRows } from "../../../core/imports/import-store.server.ts";
import { simplify, type ImportField } from "../../../core/imports/match-columns.ts";
import { readAmount } from "../../../core/imports/read-amount.ts";
import { readDate } from "../../../core/imports/read-date.ts";
import type { Connection } from "../../../platform/database/database.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";
import type { CareersSettings } from "../../../shared/careers.ts";
import { cleanText, toOneLine } from "../../../shared/clean-text.ts";
import type { Company } from "../../../shared/company.ts";
import { employmentTypes, workplaces } from "../../../shared/job-kinds.ts";
import { isPayShown, payPeriods, type JobPay } from "../../../shared/job-pay.ts";
import { findDate } from "../../../shared/zoned-time.ts";
import { isNumberOfOpenings, mostOpenings, toJobAddress, type JobText } from "./job-draft.ts";
import { checkJobText, takeJobAddress, type JobWritingDeps } from "./job-writing.server.ts";
import { deleteJobs, findJob, insertDraft, insertJobs, markJobsAnnounced, updateJobPlan } from "./jobs-store.server.ts";

/** Columns of jobs as exports of recruiting tools name them. */
const fields: readonly ImportField[] = [
	{
		key: "title",
		label: "Title",
		synonyms: [
			"job title",
			"job",
			"job name",
			"name",
			"position",
			"position title",
			"posting",
			"posting title",
			"role",
		],
	},
	{ key: "department", label: "Department", synonyms: ["departments", "job department"] },
	{ key: "team", label: "Team", synonyms: ["job team"] },
	{ key: "location", label: "Location", synonyms: ["locations", "job location", "office", "offices", "city"] },
	{
		key: "type",
		label: "Employment",
		synonyms: ["employment type", "type", "type of employment", "job type", "commitment", "work type", "contract type"],
	},
	{ key: "workplace", label: "Workplace", synonyms: ["workplace type", "work arrangement", "remote", "location type"] },
	{ key: "summary", label: "Summary", synonyms: ["short description", "teaser"] },
	{
		key: "description",
		label: "Description",
		synonyms: ["job description", "content", "body", "posting description", "text", "details"],
	},
	{ key: "keywords", label: "Keywords", synonyms: ["tags", "skills"] },
	{
		key: "closesOn",
		label: "Last day to apply",
		synonyms: [
			"closes on",
			"closing date",
			"close date",
			"deadline",
			"application deadline",
			"expires",
			"valid through",
		],
	},
	{ key: "payFrom", label: "Lowest pay", synonyms: ["salary from", "salary min", "min salary", "minimum salary"] },
	{ key: "payTo", label: "Highest pay", synonyms: ["salary to", "salary max", "max salary", "maximum salary"] },
	{ key: "payCurrency", label: "Currency", synonyms: ["salary currency", "pay currency"] },
	{ key: "payPer", label: "Pay per", synonyms: ["salary interval", "pay period", "salary per"] },
	{ key: "benefits", label: "Benefits", synonyms: ["perks"] },
	{ key: "openings", label: "Openings", synonyms: ["number of openings", "headcount", "vacancies"] },
	{ key: "state", label: "State", synonyms: ["status", "job status", "posting status", "published"] },
	{ key: "externalId", label: "ID in the other tool", synonyms: ["id", "job id", "requisition id", "req id", "uuid"] },
];

/** Other words of exports for ours. */
const sameWords = new Map(
	Object.entries({
		permanent: "Full-time",
		intern: "Internship",
		contractor: "Contract",
		temporary: "Contract",
		freelance: "Contract",
		onsite: "On-site",
		"in office": "On-site",
		office: "On-site",
		false: "On-site",
		no: "On-site",
		true: "Remote",
		yes: "Remote",
	}),
);
const publishedWords = ["published", "open", "live", "active", "public", "yes", "true"];
const draftWords = ["", "draft", "no", "false", "pending", "internal"];

/** Names of the periods of pay in exports, besides "per year", "a year" and "yearly salary". */
const periodNames: Readonly<Record<JobPay["per"], readonly string[]>> = {
	hour: ["hour", "hours", "hourly", "hr", "h"],
	month: ["month", "months", "monthly", "mo"],
	year: ["", "year", "years", "yearly", "yr", "annual", "annually", "annum", "p a", "pa"],
};

export type JobImportDeps = Pick<JobWritingDeps, "checkJob" | "renderMarkdown"> & {
	company: Pick<Company, "timeZone">;
	careers: Pick<CareersSettings, "locations" | "departments">;
};

/** Declares the import of jobs, which become drafts or, if their state says so, public. */
export function createJobImport({ company, careers, checkJob, renderMarkdown }: JobImportDeps): ImportKind {
	const locations = careers.locations.flatMap(({ label, city = label }) => [
		[city, label] as const,
		[label, label] as const,
	]);
	const locationNames = new Map(locations.map(([name, label]) => [simplify(name), label]));
	const departmentNames = new Map(careers.departments.map(({ name }) => [simplify(name), name]));
	return {
		key: "jobs",
		name: "Jobs",
		about: "Each row becomes a draft or, if its state says so, a published job.",
		becomes: ["job", "jobs"],
		path: "jobs",
		pathOf: (id) => `/jobs/${id}`,
		prefix: "JOB",
		fields,
		inUse: "somebody has applied",
		createReader: async (_db, options) => ({
			read: (values) => readRow(values, options),
			async findStored(db, rows) {
				const wanted = new Set(rows.map(({ duplicateKey }) => duplicateKey));
				const jobs = await db.selectFrom("jobs").select(["id", "title", "location"]).execute();
				return new Map(jobs.map((job) => [toKey(job), job.id] as const).filter(([key]) => wanted.has(key)));
			},
		}),
		exists: async (db, id) => (await findJob(db, id)) !== undefined,
		findWorkedOn,
		async findInUse(db, ids) {
			if (ids.length === 0) return new Map();
			const rows = await db
				.selectFrom("jobs")
				.select(["id", "title"])
				.where("id", "in", ids)
				.where("id", "in", (of) => of.selectFrom("applications").select("jobId"))
				.execute();
			return new Map(rows.map(({ id, title }) => [id, title]));
		},
		async remove(transaction, ids) {
			await deleteImportedRows(transaction, ids);
			await deleteJobs(transaction, ids);
		},
	};

	function readRow(values: RowValues, { at, dateOrder }: ReadOptions): ReadRow | { refused: string } {
		const { line } = values;
		const remarks: string[] = [];
		const closes = readDate(line("closesOn"), { order: dateOrder, timeZone: company.timeZone });
		if (line("closesOn") !== "" && !closes)
			return { refused: "The last day to apply cannot be read. Check the order of day and month." };
		const openings = line("openings") === "" ? undefined : Number(line("openings"));
		if (openings !== undefined && !isNumberOfOpenings(openings))
			return { refused: `Openings: a number from 1 to ${mostOpenings}.` };
		const pay = readPay(line);
		if (pay && "refused" in pay) return pay;
		const text: JobText = {
			title: line("title"),
			location: locationNames.get(simplify(line("location"))) ?? line("location"),
			department: departmentNames.get(simplify(line("department"))) ?? line("department"),
			team: line("team"),
			type: readWord(line("type"), employmentTypes),
			workplace: readWord(line("workplace"), workplaces),
			summary: line("summary"),
			markdown: cleanText(values.of["description"] ?? "").trim(),
			keywords: readList(values.of["keywords"]),
			benefits: readList(values.of["benefits"]),
			closesOn: closes ? findDate(closes.epochMilliseconds, company.timeZone) : "",
			pay,
			questions: [],
		};
		const state = simplify(line("state"));
		const isDraft = !publishedWords.includes(state);
		if (isDraft && !draftWords.includes(state)) remarks.push("The state is not “published”, so it becomes a draft.");
		const today = findDate(at.epochMilliseconds, company.timeZone);
		const errors = checkJobText(text, { isDraft, postedOn: today }, checkJob);
		if (errors.length > 0) return { refused: errors.map(({ message }) => `${message.replace(/\.$/, "")}.`).join(" ") };
		let description = "";
		return {
			address: "",
			duplicateKey: toKey(text),
			remarks,
			async prepare() {
				description = await renderMarkdown(text.markdown);
			},
			async write(transaction) {
				const id = await takeJobAddress(transaction, text.title);
				const job = { ...text, isPayShown: isPayShown(text, careers), id, description, postedOn: today };
				// Later changes are recognised by their time.
				if (isDraft) await insertDraft(transaction, job, at);
				else {
					await insertJobs(transaction, [job], at);
					await markJobsAnnounced(transaction, [id], at);
				}
				if (openings !== undefined) await updateJobPlan(transaction, id, { openings, targetOn: null, hiringTeam: [] });
				return id;
			},
		};
	}
}

async function findWorkedOn(
	db: Connection,
	ids: readonly string[],
	at: Temporal.Instant,
): Promise<Map<string, string>> {
	if (ids.length === 0) return new Map();
	const rows = await db
		.selectFrom("jobs")
		.select(["id", "title"])
		.where("id", "in", ids)
		.where((where) =>
			where.or([
				where("changedAt", "<>", toInstantText(at)),
				where("hiringTeam", "<>", "[]"),
				where("id", "in", (of) => of.selectFrom("jobStages").select("jobId")),
				where("id", "in", (of) => of.selectFrom("jobCriteria").select("jobId")),
			]),
		)
		.execute();
	return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Two jobs of one title are the same only in one place. */
function toKey({ title, location }: Pick<JobText, "title" | "location">): string {
	return `${toJobAddress(title)} ${simplify(location)}`;
}

/** Reads one of our words; another stays as it is, for the check to name it. */
function readWord<const Word extends string>(typed: string, words: readonly Word[]): Word {
	const wanted = sameWords.get(simplify(typed)) ?? typed;
	return words.find((word) => simplify(word) === simplify(wanted)) ?? (typed as Word);
}

function readList(typed: string | undefined): string[] {
	const parts = cleanText(typed ?? "").split(/[,;|\n]/);
	return [...new Set(parts.map((part) => toOneLine(part).trim()).filter(Boolean))];
}

/** Reads a pay range; what is wrong with its size, order or currency is left to the check. */
function readPay(line: (key: string) => string): JobPay | { refused: string } | undefined {
	const [lowest = "", highest = lowest] = [line("payFrom"), line("payTo")].filter(Boolean);
	if (lowest === "") return undefined;
	const [from, to] = [readAmount(lowest), readAmount(highest)];
	if (from === undefined || to === undefined) return { refused: "The pay cannot be read as an amount." };
	const per = readPeriod(line("payPer"));
	if (!per) return { refused: "The pay is not for an hour, a month or a year." };
	return { currency: line("payCurrency").toUpperCase(), from, to, per, shown: "law" };
}

/** Reads what a pay is for; "" is a year. */
function readPeriod(typed: string): JobPay["per"] | undefined {
	const name = simplify(typed)
		.replace(/^(?:per|each|an?|1) /, "")
		.replace(/ (?:salary|wages?|pay|rate)$/, "");
	return payPeriods.find((period) => periodNames[period].includes(name));
}
