import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { readCareersFile } from "../../features/publishing/careers-file.server.ts";
import { readCompanyFile } from "../../features/publishing/company-file.server.ts";
import { deriveAccent } from "../../shared/accent.ts";
import { nameCountry } from "../../shared/country-name.ts";

/** Finds what only another company's content says, each with some context. */
export type ForeignWords = { find(text: string): string[] };

/** That many consecutive words that the own content does not have count as a sentence of the other's. */
const sentenceWords = 6;
/** Shorter parts of names may be words of any language. */
const shortestName = 4;

/** An Indian company's words about itself; in any case and within other words, except IST. */
const indianWords = [/india/i, /kolkata|calcutta/i, /₹|rupee/i, /\bIST\b/, /en[-_]IN\b/, /\bINR\b/];

/**
 * Derives from two content folders what only the foreign one says: names of people, clients, projects, places and pictures, addresses,
 * numbers, colours and sentences.
 * @param foreign path of the content whose words must not be found
 * @param own path of the content that the text is made of
 */
export function deriveForeignWords(foreign: string, own: string): ForeignWords {
	const ownTexts = [...readTexts(own), ...listPictures(own)];
	const ownWords = ` ${wordsOf(ownTexts.join("\n")).join(" ")} `;

	/** By their first word. */
	const names = Map.groupBy(
		listNames(foreign)
			.map(wordsOf)
			.filter((words) => words.join("").length >= shortestName && !ownWords.includes(` ${words.join(" ")} `)),
		([first]) => first,
	);
	const sentences = new Set(readTexts(foreign).flatMap(listSentences)).difference(
		new Set(ownTexts.flatMap(listSentences)),
	);
	const company = readCompanyFile(foreign);
	const marks = [
		...indianWords,
		new RegExp(`${wordsOf(company.name)[0]}|${domainOf(company.email)}`, "i"),
		...Object.values(deriveAccent(company.accentColour)).map((shade) => new RegExp(`${shade}\\b`, "i")),
	];

	return {
		find(text) {
			const found = new Set<string>();
			for (const mark of marks) {
				const { index } = mark.exec(text) ?? {};
				if (index !== undefined) found.add(text.slice(Math.max(0, index - 40), index + 40).replaceAll(/\s+/g, " "));
			}
			const words = wordsOf(text);
			for (const [index, word] of words.entries()) {
				for (const name of names.get(word) ?? []) {
					if (name.every((part, offset) => words[index + offset] === part))
						found.add(words.slice(Math.max(0, index - 3), index + name.length + 3).join(" "));
				}
				const sentence = words.slice(index, index + sentenceWords).join(" ");
				if (sentences.has(sentence)) found.add(sentence);
			}
			return [...found];
		},
	};
}

function wordsOf(text: string): string[] {
	return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function listSentences(text: string): string[] {
	const words = wordsOf(text);
	return words.slice(sentenceWords - 1).map((_, start) => words.slice(start, start + sentenceWords).join(" "));
}

function domainOf(email: string): string {
	return RegExp.escape(email.slice(email.indexOf("@") + 1));
}

/** Every text of a content folder, without comments. */
function readTexts(directory: string): string[] {
	return readdirSync(directory, { recursive: true, encoding: "utf8" })
		.filter((file) => /\.(?:yml|md)$/.test(file))
		.flatMap((file) => {
			const text = readFileSync(join(directory, file), "utf8");
			// Markdown below its front matter.
			const [, frontMatter = text, body = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
			return [...listStrings(parseAllDocuments(frontMatter)[0]?.toJS()), body];
		});
}

function listStrings(value: unknown): string[] {
	if (typeof value === "string") return [value];
	return typeof value === "object" && value !== null ? Object.values(value).flatMap(listStrings) : [];
}

/** Paths of the pictures, which become names of files and classes. */
function listPictures(directory: string): string[] {
	return readdirSync(join(directory, "pictures"), { recursive: true, encoding: "utf8" }).filter((file) =>
		file.includes("."),
	);
}

type Named = { name?: string; title?: string; client?: string; author?: string };

/** Names in the content that a reader would recognise. */
function listNames(directory: string): string[] {
	const company = readCompanyFile(directory);
	const { departments, locations } = readCareersFile(directory);
	const read = (file: string) => parseAllDocuments(readFileSync(join(directory, file), "utf8"))[0]?.toJS() as unknown;
	const readFolder = (folder: string) =>
		readdirSync(join(directory, folder)).map((file) => ({
			slug: file.slice(0, file.lastIndexOf(".")),
			value: read(join(folder, file)) as Named & { caseStudy?: { testimonial?: Named } },
		}));
	const team = read("team.yml") as { members: Named[]; founderMessage: Named };
	const people = [
		...team.members,
		team.founderMessage,
		...(read("authors.yml") as Named[]),
		...(read("testimonials.yml") as Named[]),
		company.privacyContact,
	];
	const works = [...readFolder("portfolio"), ...readFolder("services"), ...readFolder("blog"), ...readFolder("jobs")];
	const places = [
		company.jurisdictionCity,
		nameCountry(company.country, "en"),
		...company.offices.flatMap(({ city, careersCity, street, locality, region }) => [
			city,
			careersCity,
			street,
			locality,
			region,
		]),
		...locations.flatMap(({ label, city, region }) => [label, city, region]),
	];
	return [
		...[...people.map(({ name }) => name), ...places].flatMap((name) => (name === undefined ? [] : withParts(name))),
		company.legalName,
		company.phone.display,
		company.phone.e164,
		...company.offices.map(({ postalCode }) => postalCode),
		...company.socials.map(({ url }) => new URL(url).pathname),
		...works.flatMap(({ slug, value }) => [slug, value.title, value.client, value.caseStudy?.testimonial?.author]),
		...departments.map(({ name }) => name),
		...listPictures(directory).map((file) => file.slice(file.lastIndexOf("/") + 1, file.lastIndexOf("."))),
	].filter((name) => name !== undefined);
}

/** A name with its parts: Ritu Malhotra may be called Ms Malhotra. */
function withParts(name: string): string[] {
	return [name, ...name.split(/[\s,-]+/).filter((part) => /^\p{Lu}/u.test(part))];
}
