import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { deskBuildDirectory } from "../tests/support/test-desk.ts";

const directory = join(deskBuildDirectory, "desk/client/assets");

/** Limit of a page's own scripts, in bytes before compression. */
const mostPageBytes = 56_000;
/** The editor of a document has a form for every kind of field and section, undo, and a framed page that follows it. */
const mostEditorBytes = 72_000;
/** Limits as they are sent, in bytes: of the scripts that every page loads, and of those that a page loads beside them. */
const mostSent = { first: 140_000, page: 60_000 };

type Scripts = { module: string; imports?: string[] };
type PageScripts = Scripts & { id: string; parentId?: string };
type Manifest = { url: string; entry: Scripts; routes: Record<string, PageScripts> };

/** The test build leaves files of older builds; the newest manifest is its own. */
function readManifest(): Manifest {
	const [newest = ""] = readdirSync(directory)
		.filter((name) => /^manifest-.*\.js$/.test(name))
		.toSorted((one, other) => statSync(join(directory, other)).mtimeMs - statSync(join(directory, one)).mtimeMs);
	const script = readFileSync(join(directory, newest), "utf8");
	return JSON.parse(script.slice(script.indexOf("{"), script.lastIndexOf("}") + 1)) as Manifest;
}

const { url, entry, routes } = readManifest();
const filesOf = ({ module, imports = [] }: Scripts) => [module, ...imports].map((path) => basename(path));
const shared = new Set([entry, ...Object.values(routes).filter(({ id }) => id === "root")].flatMap(filesOf));

/** Adds up the sizes of files. */
function weigh(names: Iterable<string>, suffix = ""): number {
	return [...names].reduce((sum, name) => sum + statSync(join(directory, name + suffix)).size, 0);
}

function ownFilesOf(route: PageScripts): Set<string> {
	return new Set(filesOf(route).filter((name) => !shared.has(name)));
}

/** A page's scripts include those of the pages around it. */
function filesAround({ parentId, ...route }: PageScripts): Set<string> {
	const parent = parentId === undefined ? undefined : routes[parentId];
	return new Set([...ownFilesOf(route), ...(parent ? filesAround(parent) : [])]);
}

test("no page of the desk loads a large library that its visitor has no use for", () => {
	const tooHeavy = Object.values(routes).flatMap((route) => {
		const bytes = weigh(ownFilesOf(route));
		const most = route.id === "routes/studio-document" ? mostEditorBytes : mostPageBytes;
		return bytes > most ? [`${route.id}: ${bytes}`] : [];
	});
	expect(Object.keys(routes).length).toBeGreaterThan(50);
	expect(tooHeavy).toEqual([]);
});

test.each([".br", ".gz"])("what a browser loads first, and for a page beside it, is small with %s", (suffix) => {
	const first = weigh([...shared, basename(url)], suffix);
	const pages = Object.values(routes)
		.map((route) => ({ id: route.id, bytes: weigh(filesAround(route), suffix) }))
		.toSorted((one, other) => other.bytes - one.bytes);
	const heaviest = pages.slice(0, 5).map(({ id, bytes }) => `${id} ${bytes}`);
	// oxlint-disable-next-line no-console -- the figures are for the reader of a test run
	console.info(`Scripts of the desk in bytes with ${suffix}: first ${first}; beside it ${heaviest.join(", ")}`);
	expect(first).toBeLessThanOrEqual(mostSent.first);
	expect(pages.filter(({ bytes }) => bytes > mostSent.page)).toEqual([]);
});
