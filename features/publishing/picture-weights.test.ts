import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import type { Content } from "./documents/content.ts";
import { loadContent } from "./load-content.server.ts";

const directory = fileURLToPath(new URL("../../content", import.meta.url));

/**
 * Limits of pictures, in kilobytes of 1,000 bytes. Screens fill the width of a case study's header; every other picture is a card or
 * smaller.
 */
const kilobytes = { header: 120, card: 40 };

type Use = { src: string; /** File and field, such as "portfolio/jamun.yml: image". */ place: string; bound: number };

let content: Content;
let uses: Use[];
const files = readdirSync(join(directory, "pictures"), { recursive: true, withFileTypes: true })
	.filter((entry) => entry.isFile())
	.map((entry) => join(entry.parentPath, entry.name).slice(join(directory, "pictures").length + 1));

beforeAll(async () => {
	content = await loadContent(directory);
	const { home, services, projects, posts, authors, team, testimonials, copy } = content;
	uses = [
		...services.flatMap((service) => listUses(`services/${service.slug}.yml`, service)),
		...projects.flatMap((project) => listUses(`portfolio/${project.slug}.yml`, project)),
		...posts.flatMap((post) => listUses(`blog/${post.slug}.md`, post)),
		...listUses("authors.yml", authors),
		...listUses("team.yml", team),
		...listUses("testimonials.yml", testimonials),
		...Object.entries(copy).flatMap(([name, page]) => listUses(`pages/${name}.yml`, page)),
		...listUses("home.yml", home),
	];
});

function listUses(file: string, value: unknown, path: string[] = []): Use[] {
	if (typeof value !== "object" || value === null) return [];
	const bound = path[1] === "projectScreens" ? kilobytes.header : kilobytes.card;
	const own =
		"src" in value && typeof value.src === "string"
			? [{ src: value.src, place: `${file}: ${path.join(".")}`, bound }]
			: [];
	return [...own, ...Object.entries(value).flatMap(([key, item]) => listUses(file, item, [...path, key]))];
}

describe("pictures", () => {
	test("weigh at most what their place allows, in every width", () => {
		const tooHeavy = uses.flatMap(({ src, place, bound }) =>
			[src, ...(content.pictures[src]?.variants ?? []).map((variant) => variant.src)].flatMap((file) => {
				const weight = statSync(join(directory, "pictures", file)).size / 1_000;
				return weight > bound ? [`${file}: ${weight} KB, where ${place} allows ${bound} KB`] : [];
			}),
		);
		expect(uses.length).toBeGreaterThan(0);
		expect(tooHeavy).toEqual([]);
	});

	test("are AVIF if they are not drawn as vectors, with narrower copies for small screens", () => {
		const faults = uses.flatMap(({ src, place }) => {
			if (src.endsWith(".svg")) return [];
			const { width = 0, variants = [] } = content.pictures[src] ?? {};
			const isAvif = readFileSync(join(directory, "pictures", src)).toString("latin1", 4, 12) === "ftypavif";
			return isAvif && variants.length > 0 && variants.every((variant) => variant.width < width)
				? []
				: [`${src} (${place})`];
		});
		expect(faults).toEqual([]);
	});

	test("are all used somewhere", () => {
		const used = new Set(
			uses.flatMap(({ src }) => [src, ...(content.pictures[src]?.variants ?? []).map((variant) => variant.src)]),
		);
		expect(files.filter((file) => !used.has(file))).toEqual([]);
	});
});
