import { fileURLToPath } from "node:url";
import { loadContent, type Content } from "../features/publishing/load-content.server.ts";
import { readConfig } from "../server/config.ts";

/**
 * Lists what a real company must still replace before it launches, by file and field, and says what to run next.
 *
 * Exits with 1 while anything is left. What is sample content is known by its marks: names under .example or ending in -example, the
 * sample company's own name, and the people and projects that were made up with it.
 */
const samplePeople = new Set(["Meera Krishnan", "Rohit Tomar", "Kabir Sethi", "Nandini Bose", "Tenzin Norbu", "Ritu Malhotra", "Priya Venkataraman", "Daniel Okafor"]);
const sampleMark = /\.example\b|-example\b|_example\b|Narangi|Kasturba Gandhi Marg|80 Feet Road|9 City Centre|4000 ?0155|911140000155/;

const content = await loadContent(fileURLToPath(new URL("../content", import.meta.url)));
const left = [...listCompanyPlaceholders(content), ...listSamples(content), ...listSettings()];

if (left.length === 0) {
	console.log("Nothing is left to replace. Have a lawyer read content/terms.yml and content/pages/privacy.md. Next: npm run bench:pages, then npm start.");
} else {
	console.log(`${left.length} placeholder(s) to replace before launch:\n${left.map((line) => `  ${line}`).join("\n")}\n\nReplace them, then run this again: npm run check:launch`);
	process.exitCode = 1;
}

/** Every text of company.yml that still is the sample company's. */
function listCompanyPlaceholders({ company }: Content): string[] {
	return listTexts(company)
		.filter(([, text]) => sampleMark.test(text) || samplePeople.has(text))
		.map(([field, text]) => `content/company.yml: ${field}: ${text}`);
}

function listSamples({ testimonials, team, authors, projects, copy }: Content): string[] {
	const samples: string[] = [];
	if (testimonials.some(({ name }) => samplePeople.has(name))) samples.push(`content/testimonials.yml: ${testimonials.length} sample quotes`);
	if (team.members.some(({ socials }) => socials.some(({ url }) => sampleMark.test(url)))) samples.push("content/team.yml: members and founderMessage: sample people");
	if (authors.some(({ name }) => samplePeople.has(name))) samples.push("content/authors.yml: sample authors");
	if (projects.some(({ slug }) => slug === "dugdh-erp")) samples.push(`content/portfolio/: ${projects.length} sample projects`);
	if (copy.rating.distribution.ratings.some(({ count }) => count === 108)) samples.push("content/pages/rating.yml: distribution and lessons: sample figures");
	return samples;
}

/** Settings without which nobody outside this machine gets a letter or a link. */
function listSettings(): string[] {
	const config = readConfig();
	return [
		...(config.publicUrl.startsWith("https://") ? [] : [`PUBLIC_URL: ${config.publicUrl} is not an https address`]),
		...(config.smtpUrl === undefined ? ["SMTP_URL: unset, so letters wait in the outbox"] : []),
		...(config.mailFrom === undefined ? ["MAIL_FROM: unset"] : []),
	];
}

/** The texts below a value, each with the path of its field. */
function listTexts(value: unknown, field = ""): [field: string, text: string][] {
	if (typeof value === "string") return [[field, value]];
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([key, item]) => listTexts(item, Array.isArray(value) ? `${field}[${key}]` : field ? `${field}.${key}` : key));
}
