import { companySchema } from "../../../shared/company.ts";
import { isOffered, type SiteOffer } from "../../../shared/site-modules.ts";
import { findDocumentKind } from "../documents/document-kinds.ts";
import { findLinksToModules } from "../links-to-modules.server.ts";
import { guidingTexts } from "../page-templates.ts";
import { parseYaml } from "../parse-yaml.ts";

/** A field that still holds a text of the sample company, or (`isGuide`) a guiding text of a page's template. */
export type Placeholder = { file: string; field: string; text: string; isGuide?: true };

/** People of the sample company; posts name them by id. */
const samplePeople = [
	"Anika Rao",
	"Farhan Qureshi",
	"Meera Krishnan",
	"Rohit Tomar",
	"Kabir Sethi",
	"Nandini Bose",
	"Tenzin Norbu",
	"Ritu Malhotra",
	"Priya Venkataraman",
	"Daniel Okafor",
	"Harpreet Sandhu",
	"Elena Marchetti",
	"Sanjay Deshmukh",
	"Aoife Brennan",
	"Arjun Bhattacharya",
	"Fatima Al Mansoori",
	"Lena Hoffmann",
];
const sampleIds = samplePeople.map((name) => name.toLowerCase().replaceAll(" ", "-"));
const sampleMarks = [
	"\\.example\\b",
	"[-_]example\\b",
	"Narangi",
	"Kasturba Gandhi Marg",
	"Koramangala",
	"9 City Centre",
	"4000 ?0155",
	"911140000155",
	...samplePeople,
];
const sampleMark = new RegExp([...sampleMarks, ...sampleIds.map((id) => `^${id}$`)].join("|"));
/** Checked on whole documents first, because most contain no sample text and parsing YAML takes a thousand times as long. */
const anywhere = new RegExp([...sampleMarks, ...sampleIds].join("|"));

/** Beginnings of fields about the sample company's work that do not name it. Of a list, the first text counts. */
const sampleBeginnings: [file: string, field: string, beginning: string][] = [
	["company.yml", "founded", "2016"],
	["company.yml", "statistics.projectsMade", "155"],
	["pages.yml", "/contactUs.description", "Write or call us, or visit an office in New Delhi"],
	["pages.yml", "/aboutUs.description", "From two rooms in Gwalior"],
	["team.yml", "founderMessage.paragraphs[0]", "I started this company after watching a wholesaler"],
	["pages/about.yml", "story.paragraphs[0]", "We began with one customer, a wholesaler in Gwalior"],
	["pages/about.yml", "story.milestones[0].title", "Two rooms in Gwalior"],
	["pages/rating.yml", "distribution.ratings[0].count", "108"],
	["pages/rating.yml", "lessons.items[0].title", "A project manager who changed without a word"],
	["pages/vision-mission.yml", "measures.items[0].note", "Eleven slipped during Diwali week"],
	["pages/why-choose-us.yml", "reasons.items[0].proof", "Of the 34 fixed-price projects"],
	["careers.yml", "departments[0].description", "Websites, apps, ERP and CRM, and the people"],
	["careers.yml", "departments[0].teams[0].jobs", "3"],
	["services/app-development.yml", "testimonials[0]", "Our drivers used to photograph delivery slips"],
	["services/crm.yml", "testimonials[0]", "We were paying for 600 portal leads"],
	["services/digital-marketing.yml", "testimonials[0]", "They spent nothing for two weeks"],
	["services/erp.yml", "testimonials[0]", "We had 11,200 items"],
	["services/generative-ai.yml", "testimonials[0]", "Our policy manual had two different notice periods"],
	["services/security-services.yml", "testimonials[0]", "They opened another customer's invoice"],
	["services/ui-ux-design.yml", "testimonials[0]", "I was certain our users wanted a dashboard"],
	["services/website-development.yml", "testimonials[0]", "Our old site took"],
	["call-types/architecture-review.yml", "introduction", "Forty-five minutes by video with a senior engineer"],
	["call-types/discovery-workshop.yml", "introduction", "Ninety minutes by video with everybody who would work"],
	["landing-pages/industries/textiles.yml", "hero.introduction", "Yarn leaves for dyeing"],
	["portfolio/dugdh-erp.yml", "client", "Kesarpur District Milk Union"],
	["portfolio/ghatmarg.yml", "client", "Ghatmarg Travels"],
	["portfolio/halfday.yml", "client", "Halfday Workspaces"],
	["portfolio/jamun.yml", "client", "Jamun Small Finance Bank"],
	["portfolio/laneboard.yml", "client", "Brackwell Freight"],
	["portfolio/marginalia.yml", "client", "Kelkar Dastur Advocates"],
	["portfolio/pattiwala.yml", "client", "Pattiwala Teas"],
	["portfolio/purvaiya.yml", "client", "Purvaiya Media"],
	["portfolio/roofline.yml", "client", "Dhoop Rooftop Solar"],
	["portfolio/tana-bana.yml", "client", "Tana Bana Museum Trust"],
	["portfolio/tulsara-care.yml", "client", "Tulsara Hospitals"],
	["jobs/application-security-engineer.yml", "summary", "Find the hole before launch, show"],
	["jobs/applied-language-model-engineer.yml", "summary", "Build assistants that name the page"],
	["jobs/crm-developer.yml", "summary", "Turn four spreadsheets and a shared"],
	["jobs/customer-success-manager.yml", "summary", "Look after twelve clients after launch,"],
	["jobs/data-engineer.yml", "summary", "Lay the pipes under reports and"],
	["jobs/erp-consultant.yml", "summary", "Stand at a client's goods gate,"],
	["jobs/flutter-engineer.yml", "summary", "Build apps that keep working on"],
	["jobs/growth-marketing-manager.yml", "summary", "Bring the right twenty companies a"],
	["jobs/model-evaluation-analyst.yml", "summary", "Write the questions that an assistant"],
	["jobs/node-backend-engineer.yml", "summary", "Build the services behind client sites,"],
	["jobs/quality-engineering-intern.yml", "summary", "Six paid months of learning to"],
	["jobs/senior-react-engineer.yml", "summary", "Own the front end of two"],
	["jobs/site-reliability-engineer.yml", "summary", "Keep forty client systems up, and"],
	["jobs/solutions-consultant.yml", "summary", "Take the first call, find the"],
];

/**
 * Lists the fields of a content that a real company still has to replace.
 *
 * Sample content is recognised by its marks (names under .example or ending in -example, the sample company's name, addresses and people)
 * or by a text's beginning; a page that began with a template by its guiding texts. Invalid YAML is left to the check of the content.
 * @param documents texts by path
 */
export function listPlaceholders(documents: ReadonlyMap<string, string>): Placeholder[] {
	return [...documents]
		.toSorted(([a], [b]) => a.localeCompare(b))
		.flatMap(([file, source]) => {
			const beginnings = sampleBeginnings.filter(([name]) => name === file);
			const guides = findDocumentKind(file)?.name === "landing-page" ? findGuides(source) : noGuides;
			if (beginnings.length === 0 && guides.size === 0 && !anywhere.test(source)) return [];
			return listFields(source, file).flatMap(([field, text]): Placeholder[] => {
				if (guides.has(text)) return [{ file, field, text: shorten(text), isGuide: true }];
				const isSample =
					sampleMark.test(text) ||
					beginnings.some(([, name, beginning]) => name === field && text.startsWith(beginning));
				return isSample ? [{ file, field, text: shorten(text) }] : [];
			});
		});
}

const noGuides: ReadonlySet<string> = new Set();

/** Finds the guiding texts that a document holds. */
function findGuides(source: string): ReadonlySet<string> {
	return new Set([...guidingTexts].filter((text) => source.includes(text)));
}

/**
 * Leaves out documents of site modules that are off.
 * @param documents texts by path
 */
export function pickShown(documents: ReadonlyMap<string, string>): Map<string, string> {
	const parts = readParts(documents.get(companyFile));
	return new Map(
		[...documents].filter(([path]) => {
			const located = findDocumentKind(path);
			const pages = located?.kind.listPaths(located.slug) ?? [];
			return pages.length === 0 || pages.some((page) => isOffered(page, parts));
		}),
	);
}

/** Lists the links of public documents to site modules that are off; text: the address. */
export function listLinksToModules(documents: ReadonlyMap<string, string>): Placeholder[] {
	const parts = readParts(documents.get(companyFile));
	return [...pickShown(documents)]
		.filter(([path]) => findDocumentKind(path)?.kind.editedAs === "document" && path !== pageTitlesFile)
		.flatMap(([file, source]) =>
			// Parsing YAML takes a thousand times as long.
			findLinksToModules(source, parts).length === 0
				? []
				: listFields(source, file).flatMap(([field, text]) =>
						findLinksToModules(text, parts).map(({ address }) => ({ file, field, text: address })),
					),
		);
}

/** Reads which site modules are on: all, when the settings say nothing or cannot be read. */
export function readParts(companyText: string | undefined): SiteOffer {
	const { parts } = companySchema.shape;
	try {
		const facts: unknown = parseYaml(companyText ?? "");
		return parts.parse(typeof facts === "object" && facts !== null && "parts" in facts ? facts.parts : undefined);
	} catch {
		return parts.parse(undefined);
	}
}

const companyFile = "company.yml";
/** Names pages by address, without linking to any. */
const pageTitlesFile = "pages.yml";

/**
 * Lists texts to ask about before changed documents become public: those that are not public yet. Of the sample company itself they are
 * guiding texts alone. When the company gets a name of its own, all of them are listed.
 * @param changed texts by path; null for a deleted document
 * @param findPublic returns the public text of a document
 */
export function listPublishedPlaceholders(
	changed: ReadonlyMap<string, string | null>,
	findPublic: (path: string) => string | undefined,
): Placeholder[] {
	const companyText = findPublic(companyFile);
	const facts = [companyText, changed.get(companyFile)].filter((text) => typeof text === "string");
	const isSampleCompany = facts.every(hasSampleName);
	const published = listPlaceholders(pickTexts([...changed])).filter(({ isGuide }) => isGuide || !isSampleCompany);
	if (published.length === 0) return [];
	if (!isSampleCompany && (companyText === undefined || hasSampleName(companyText))) return published;
	const known = new Set(
		listPlaceholders(pickTexts([...changed.keys()].map((path) => [path, findPublic(path)]))).map(keyOf),
	);
	return published.filter((one) => !known.has(keyOf(one)));
}

function pickTexts(documents: readonly [path: string, text: string | null | undefined][]): Map<string, string> {
	return new Map(documents.flatMap(([path, text]) => (typeof text === "string" ? [[path, text]] : [])));
}

/** Identifies a sample text, wherever in its document it stands. */
export function keyOf({ file, text }: Pick<Placeholder, "file" | "text">): string {
	return `${file}\n${text}`;
}

function hasSampleName(companyText: string): boolean {
	return listPlaceholders(new Map([[companyFile, companyText]])).some(({ field }) => field === "name");
}

/**
 * Lists the ids of jobs that are still the sample company's.
 * A job with a changed text is the company's own.
 */
export function listSampleJobs(jobs: readonly { id: string; summary: string }[]): string[] {
	return jobs
		.filter(({ id, summary }) =>
			sampleBeginnings.some(
				([file, field, beginning]) => file === `jobs/${id}.yml` && field === "summary" && summary.startsWith(beginning),
			),
		)
		.map(({ id }) => id);
}

const maxShownLength = 80;

function shorten(text: string): string {
	return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
}

/** Lists the texts of a file with their fields; Markdown counts by lines. */
function listFields(source: string, file: string): [field: string, text: string][] {
	try {
		return listFieldsOf(source, file);
	} catch {
		return [];
	}
}

function listFieldsOf(source: string, file: string): [field: string, text: string][] {
	if (file.endsWith(".yml")) return listTexts(parseYaml(source));
	const [, frontMatter = "", markdown = ""] = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s.exec(source) ?? [];
	const linesAbove = source.slice(0, source.length - markdown.length).split("\n").length;
	return [
		...listTexts(parseYaml(frontMatter)),
		...markdown.split("\n").map((text, index): [string, string] => [`line ${linesAbove + index}`, text]),
	];
}

/** Lists the texts and numbers below a value with the paths of their fields. */
function listTexts(value: unknown, field = ""): [field: string, text: string][] {
	if (typeof value === "string" || typeof value === "number") return [[field, String(value)]];
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([key, item]) =>
		listTexts(item, Array.isArray(value) ? `${field}[${key}]` : field ? `${field}.${key}` : key),
	);
}
