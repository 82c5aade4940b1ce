import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { z } from "zod";
import { pathOfLandingPage } from "../features/publishing/site-paths.ts";
import { projectDirectory, projectNode } from "../tests/support/built-server.ts";
import { careers, company } from "./company.ts";
import { expect, test } from "./fixtures.ts";
import { openPage } from "./open-page.ts";
import { indexedPaths, jobPaths, landingPages } from "./routes.ts";

type DataObject = Record<string, unknown>;

const paths = [...indexedPaths, ...jobPaths];

/** A page's structured data besides company, site and offices, which every page has. */
const kindsOfPages: [pattern: RegExp, kinds: string[]][] = [
	[/^\/case-study\//, ["Service", "BreadcrumbList"]],
	[/^\/(?:services|portfolio)$/, ["BreadcrumbList"]],
	[/^\/portfolio\//, ["CreativeWork", "BreadcrumbList"]],
	[/^\/blog\//, ["Article", "BreadcrumbList"]],
	[/^\/career\/jobs\//, ["JobPosting", "BreadcrumbList"]],
	[/^\/faq$/, ["FAQPage"]],
];
const kindsOfLandingPages = new Map(
	landingPages.map((page) => [
		pathOfLandingPage(page),
		["WebPage", "BreadcrumbList", ...(page.sections.some(({ type }) => type === "questions") ? ["FAQPage"] : [])],
	]),
);
const kindsOfTheSite = ["Organization", "WebSite", ...company.offices.map(() => "ProfessionalService")];

test("every page carries the objects of its kind", { tag: "@any-company" }, async ({ request }) => {
	for (const path of paths) {
		const own = kindsOfPages.find(([pattern]) => pattern.test(path))?.[1] ?? kindsOfLandingPages.get(path) ?? [];
		const { structuredData } = await openPage(request, path);
		expect(structuredData.map((object) => object["@type"]).toSorted(), path).toEqual(
			[...kindsOfTheSite, ...own].toSorted(),
		);
	}
});

test(
	"the compiler finds every property of every object in the vocabulary of schema.org, with a value of its kind",
	{ tag: "@all" },
	async ({ request }, testInfo) => {
		const objects = await listObjects(request);
		const kinds = [...new Set(objects.map(({ object }) => String(object["@type"])))];
		const lines = [
			`import type { WithContext, ${kinds.join(", ")} } from "schema-dts";`,
			...objects.map(
				({ object }, index) =>
					`export const object${index}: WithContext<${String(object["@type"])}> = ${JSON.stringify(object)};`,
			),
		];
		// Below the project, where the compiler finds schema-dts.
		const directory = testInfo.outputPath();
		mkdirSync(directory, { recursive: true });
		writeFileSync(join(directory, "emitted.ts"), lines.join("\n"));
		const compilerOptions = {
			target: "esnext",
			module: "esnext",
			moduleResolution: "bundler",
			strict: true,
			noEmit: true,
			skipLibCheck: true,
			types: [],
		};
		writeFileSync(join(directory, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["emitted.ts"] }));
		const { stdout, status } = spawnSync(
			projectNode,
			[join(projectDirectory, "node_modules/typescript/bin/tsc"), "--pretty", "false", "-p", directory],
			{ cwd: directory, encoding: "utf8" },
		);
		const faults = stdout.replaceAll(
			/^emitted\.ts\((\d+),\d+\)/gm,
			(_, line) => objects[Number(line) - 2]?.path ?? "the first line",
		);
		expect(faults).toBe("");
		expect(status).toBe(0);
	},
);

test(
	"every object has the properties that search engines require, on the site's own address",
	{ tag: "@any-company" },
	async ({ request }) => {
		const origin = new URL((await openPage(request, "/")).canonical() ?? "").origin;
		const address = z.string().startsWith(`${origin}/`);
		const text = z.string().trim().min(1);
		const day = z.iso.date().refine((date) => Date.parse(date) <= Date.now(), "lies in the future");
		const timeOfDay = z.string().regex(/^\d\d:\d\d$/);
		const postalAddress = z.union(
			company.offices.map(({ street, locality, region, postalCode, country }) =>
				z.strictObject({
					"@type": z.literal("PostalAddress"),
					streetAddress: z.literal(street),
					// A job names the city, and its office the district.
					addressLocality: z.enum([locality, ...careers.locations.flatMap(({ city }) => city ?? [])]),
					...(region !== undefined && { addressRegion: z.literal(region) }),
					...(postalCode !== undefined && { postalCode: z.literal(postalCode) }),
					addressCountry: z.literal(country),
				}),
			),
		);
		const reference = z.strictObject({ "@id": address });
		const page = { name: text, url: address, image: address };

		// Sources: developers.google.com/search/docs/appearance/structured-data, one page for each kind.
		const requirements: Record<string, z.ZodType> = {
			Organization: z.looseObject({
				"@id": address,
				name: text,
				legalName: text,
				url: address,
				logo: address,
				email: z.email(),
				telephone: z.e164(),
				sameAs: z.array(z.url()).min(1),
			}),
			WebSite: z.looseObject({ "@id": address, name: text, url: address, publisher: reference }),
			ProfessionalService: z.looseObject({
				"@id": address,
				...page,
				telephone: z.e164(),
				address: postalAddress,
				openingHoursSpecification: z.looseObject({
					dayOfWeek: z
						.array(z.enum(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]))
						.min(1),
					opens: timeOfDay,
					closes: timeOfDay,
				}),
				parentOrganization: reference,
			}),
			Service: z.looseObject({
				...page,
				description: text,
				provider: reference,
				areaServed: z.looseObject({ name: text }),
			}),
			CreativeWork: z.looseObject({
				...page,
				abstract: text,
				creator: reference,
				dateCreated: z.string().regex(/^\d{4}$/),
			}),
			Article: z.looseObject({
				headline: text.max(110),
				image: address,
				url: address,
				mainEntityOfPage: address,
				datePublished: day,
				dateModified: day,
				author: z.looseObject({ "@type": z.literal("Person"), name: text, url: address }),
				publisher: reference,
			}),
			WebPage: z.looseObject({ name: text, description: text, url: address, isPartOf: reference }),
			FAQPage: z.looseObject({
				mainEntity: z
					.array(
						z.looseObject({
							"@type": z.literal("Question"),
							name: text,
							acceptedAnswer: z.looseObject({ "@type": z.literal("Answer"), text }),
						}),
					)
					.min(1),
			}),
			BreadcrumbList: z
				.looseObject({
					itemListElement: z
						.array(z.looseObject({ "@type": z.literal("ListItem"), position: z.int(), name: text, item: address }))
						.min(2),
				})
				.refine(
					({ itemListElement }) => itemListElement.every(({ position }, index) => position === index + 1),
					"must count from 1",
				),
			JobPosting: z
				.looseObject({
					title: text,
					description: z.string().startsWith("<"),
					identifier: z.looseObject({ name: text, value: text }),
					datePosted: day,
					validThrough: z.iso.datetime({ offset: true }),
					employmentType: z.enum(["FULL_TIME", "PART_TIME", "CONTRACTOR", "INTERN"]),
					hiringOrganization: z.looseObject({ name: text, sameAs: address, logo: address }),
				})
				.and(
					z.union([
						z.looseObject({ jobLocation: z.looseObject({ "@type": z.literal("Place"), address: postalAddress }) }),
						z.looseObject({
							jobLocationType: z.literal("TELECOMMUTE"),
							applicantLocationRequirements: z.array(z.looseObject({ name: text })).min(1),
						}),
					]),
				),
		};

		const faults = (await listObjects(request)).flatMap(({ path, object }) => {
			const kind = String(object["@type"]);
			const result = requirements[kind]?.safeParse(object);
			if (!result) return [`${path}: nothing is known of ${kind}`];
			return result.success
				? []
				: result.error.issues.map((issue) => `${path}: ${kind}.${issue.path.join(".")}: ${issue.message}`);
		});
		expect(faults).toEqual([]);
	},
);

test("a trail of breadcrumbs ends at its page, and an article names its page", async ({ request }) => {
	for (const path of paths) {
		const page = await openPage(request, path);
		for (const object of page.structuredData) {
			if (object["@type"] === "BreadcrumbList")
				expect((object.itemListElement as DataObject[]).at(-1)?.item, path).toBe(page.canonical());
			if (object["@type"] === "Article") expect(object.mainEntityOfPage, path).toBe(page.canonical());
		}
	}
});

test(
	"every reference points at an object of the same page, and every address of the site at something that is there",
	{ tag: ["@any-company", "@all"] },
	async ({ request }) => {
		const origin = new URL((await openPage(request, "/")).canonical() ?? "").origin;
		const broken = new Set<string>();
		for (const path of paths) {
			const { structuredData } = await openPage(request, path);
			const defined = new Set(structuredData.map((object) => object["@id"]));
			for (const [key, value, siblings] of listStrings(structuredData)) {
				if (key === "@id") {
					if (siblings === 1 && !defined.has(value)) broken.add(`${path}: ${value} is described nowhere`);
					continue;
				}
				if (!value.startsWith(`${origin}/`)) continue;
				const { pathname, hash } = new URL(value);
				const target = await openPage(request, pathname);
				if (target.status !== 200 || (hash && !target.ids.has(hash.slice(1))))
					broken.add(`${path}: ${value} is not there`);
			}
		}
		expect([...broken]).toEqual([]);
	},
);

/** Every object of every page; one on several pages is named after the first. */
async function listObjects(request: APIRequestContext): Promise<{ path: string; object: DataObject }[]> {
	const objects = new Map<string, { path: string; object: DataObject }>();
	for (const path of paths) {
		for (const object of (await openPage(request, path)).structuredData) {
			const key = JSON.stringify(object);
			if (!objects.has(key)) objects.set(key, { path, object });
		}
	}
	return [...objects.values()];
}

/** The strings below a value, each with its property and the number of its object's properties. */
function listStrings(value: unknown, key = "", siblings = 0): [key: string, value: string, siblings: number][] {
	if (typeof value === "string") return [[key, value, siblings]];
	if (Array.isArray(value)) return value.flatMap((item) => listStrings(item, key, siblings));
	if (typeof value !== "object" || value === null) return [];
	const entries = Object.entries(value);
	return entries.flatMap(([name, item]) => listStrings(item, name, entries.length));
}
