import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { deskBuildDirectory } from "../tests/support/test-desk.ts";

const directory = join(deskBuildDirectory, "desk/client/assets");

/** Limit of a page's own scripts, in bytes before compression. */
const mostPageBytes = 50_000;
/** The editor of a document has a form for every kind of field, and a preview. */
const mostEditorBytes = 60_000;

type Scripts = { module: string; imports?: string[] };
type Manifest = { entry: Scripts; routes: Record<string, Scripts & { id: string }> };

/** The test build leaves files of older builds; the newest manifest is its own. */
function readManifest(): Manifest {
	const [newest = ""] = readdirSync(directory)
		.filter((name) => /^manifest-.*\.js$/.test(name))
		.toSorted((one, other) => statSync(join(directory, other)).mtimeMs - statSync(join(directory, one)).mtimeMs);
	const script = readFileSync(join(directory, newest), "utf8");
	return JSON.parse(script.slice(script.indexOf("{"), script.lastIndexOf("}") + 1)) as Manifest;
}

test("no page of the desk loads a large library that its visitor has no use for", () => {
	const { entry, routes } = readManifest();
	const filesOf = ({ module, imports = [] }: Scripts) => [module, ...imports].map((path) => basename(path));
	const shared = new Set([entry, ...Object.values(routes).filter(({ id }) => id === "root")].flatMap(filesOf));
	const tooHeavy = Object.values(routes).flatMap((route) => {
		const own = new Set(filesOf(route).filter((name) => !shared.has(name)));
		const bytes = [...own].reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
		const most = route.id === "routes/studio-document" ? mostEditorBytes : mostPageBytes;
		return bytes > most ? [`${route.id}: ${bytes}`] : [];
	});
	expect(Object.keys(routes).length).toBeGreaterThan(50);
	expect(tooHeavy).toEqual([]);
});
