import { spawnSync } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual, parseArgs } from "node:util";
import fc from "fast-check";
import { contentSourceFile, readContentSource } from "../../features/publishing/documents/content-source.server.ts";
import { documentKinds } from "../../features/publishing/documents/document-kinds.ts";
import { middle } from "../../features/publishing/pictures/crop.ts";
import { findWhole } from "../../features/publishing/pictures/picture-paths.ts";
import { insertPictureVersion } from "../../features/publishing/pictures/picture-store.server.ts";
import { listPictureUses, replaceInText } from "../../features/publishing/pictures/picture-uses.ts";
import { createStudio } from "../../features/publishing/releases/create-studio.server.ts";
import type { Studio } from "../../features/publishing/releases/studio.server.ts";
import { systemClock } from "../../platform/clock.ts";
import { readConfig, readFolders } from "../../platform/config.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { createLog } from "../../platform/log.ts";
import { readBuiltPicture } from "../../server/built-pictures.ts";
import { migrations } from "../../server/migrations.ts";
import {
	createServerEnvironment,
	projectDirectory,
	projectNode,
	startBuiltServer,
	type BuiltServer,
} from "../support/built-server.ts";
import { startPostgresCluster } from "../support/postgres-cluster.ts";

/**
 * Tests that every public page equals one rendered from the stored data: edits documents at random within their schemas, publishes,
 * restores, takes files back, deletes and renames, changes pictures and names others, kills the server in between, and compares every page,
 * picture and redirect of the long-running server with those of a new one, byte for byte. Finally the content is exported and built, and
 * that build on an empty database has to be the same again. Needs a build.
 */
const { values: options } = parseArgs({
	options: {
		runs: { type: "string", default: "20" },
		steps: { type: "string", default: "12" },
		seed: { type: "string" },
		database: { type: "string", default: "sqlite" },
		"no-export": { type: "boolean", default: false },
	},
});
const runs = Number(options.runs);
const steps = Number(options.steps);
if (!(runs > 0) || !(steps > 0) || !["sqlite", "postgres"].includes(options.database)) {
	console.error(
		"Usage: node tests/faults/studio-pages.ts [--runs 20] [--steps 12] [--seed NUMBER] [--database sqlite|postgres] [--no-export]",
	);
	process.exit(2);
}
const seed = Number(options.seed ?? Math.floor(Math.random() * 2 ** 31));
const editor = "somebody";
/** How long a server may take on a busy machine until it shows the stored data. */
const patienceMs = 120_000;
/** Each takes a second to draw. */
const mostPdfs = 2;

/** A line of YAML or front matter with a text that may be any other. */
const textLine =
	/^(\s*(?:- )?(?:title|description|introduction|answer|question|summary|tagline|text|body): )(?!["'>|])(.+)$/;

type Step =
	| { kind: "edit"; document: number; line: number; word: string }
	| { kind: "create" | "delete" | "rename"; document: number; word: string }
	| { kind: "restore" | "takeFile"; document: number }
	| { kind: "changePicture" | "namePicture"; document: number; picture: number }
	| { kind: "kill" };

const word = fc.stringMatching(/^[a-z]{3,10}$/);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({ kind: fc.constant("edit" as const), document: fc.nat(), line: fc.nat(), word }),
	},
	{
		weight: 3,
		arbitrary: fc.record({ kind: fc.constantFrom("create", "delete", "rename" as const), document: fc.nat(), word }),
	},
	{ weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("restore", "takeFile" as const), document: fc.nat() }) },
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constantFrom("changePicture", "namePicture" as const),
			document: fc.nat(),
			picture: fc.nat(),
		}),
	},
	{ weight: 1, arbitrary: fc.constant({ kind: "kill" as const }) },
);

const { buildDirectory } = readFolders();
const base = await readContentSource(join(buildDirectory, contentSourceFile));
const photos = [...base.pictures.keys()].filter((src) => src.endsWith(".avif") && findWhole(src) === undefined);
/** Kinds of which documents are created, renamed and deleted, and how many are left. */
const movedKinds = {
	post: { name: "post", least: 5, pathOf: documentKinds.post.pathOf },
	"landing-page": { name: "landing-page", least: 1, pathOf: documentKinds["landing-page"].pathOf },
} as const;
/** Former addresses of posts and pages of sections. */
const former = new Set<string>();
const counts: Record<string, number> = {};
let compared = 0;

console.log(`seed ${seed}`);
await withInstallation(async ({ database, environment, startServer }) => {
	const studio = createStudio({
		base,
		database,
		clock: systemClock,
		noteContent: async () => undefined,
		tellScheduler: async () => undefined,
	});
	let server = await startServer();
	const [planned = []] = fc.sample(
		fc.array(fc.array(anyStep, { minLength: steps, maxLength: steps }), { minLength: runs, maxLength: runs }),
		{ seed, numRuns: 1 },
	);
	for (const run of planned) {
		for (const step of run) {
			if (step.kind === "kill") {
				await server.end("SIGKILL");
				server = await startServer();
				count("kill");
			} else if (await act({ studio, database }, step)) count(step.kind);
			else count("refused");
			// Requests in between, so that pages of every release are cached.
			await read(server, "/");
		}
		const fresh = await startServer();
		await compare(server, fresh, "a server that has just started");
		await fresh.end("SIGTERM");
	}
	if (!options["no-export"]) await compareWithExport(server, environment);
	await server.end("SIGTERM");
});
console.log(
	`${Object.entries(counts)
		.map(([kind, number]) => `${number} ${kind}`)
		.join(", ")}; ${compared} pages compared, all the same`,
);

function count(kind: string): void {
	counts[kind] = (counts[kind] ?? 0) + 1;
}

/** Performs a step; false when no release was made: schema errors and broken links are refused. */
async function act(
	{ studio, database }: { studio: Studio; database: Database },
	step: Exclude<Step, { kind: "kill" }>,
): Promise<boolean> {
	const entries = (await studio.listDocuments()).filter(({ state }) => state !== "deleted");
	const movesPage = step.kind === "create" || step.kind === "delete" || step.kind === "rename";
	const kind = movedKinds[step.document % 2 === 0 ? "post" : "landing-page"];
	const ofKind = entries.filter((one) => one.kind === kind.name);
	const entry = movesPage ? pick(ofKind, Math.floor(step.document / 2)) : pick(entries, step.document);
	if (!entry) return false;
	const { path } = entry;
	const getText = async () => (await studio.getDocument(path))?.current ?? "";
	switch (step.kind) {
		case "edit": {
			const changed = changeLine(await getText(), step);
			if (changed === undefined) return false;
			const version = (await studio.getDocument(path))?.draft?.version ?? 0;
			return publish(studio, path, await studio.saveDraft(path, { text: changed, version }, editor));
		}
		case "create": {
			const text = (await getText()).replace(/^insight:\n(?:[ \t]+.*\n)+/m, "");
			const created = await studio.createDocument(kind.name, `${step.word}-${step.document % 1_000}`, editor, text);
			return "path" in created && publish(studio, created.path, created);
		}
		case "rename": {
			former.add(kind.pathOf(entry.slug));
			const renamed = await studio.renameDocument(path, `${step.word}-${step.document % 1_000}`, editor);
			return "path" in renamed && publish(studio, renamed.path, renamed);
		}
		case "delete":
			if (ofKind.length <= kind.least) return false;
			former.add(kind.pathOf(entry.slug));
			return publish(studio, path, await studio.deleteDocuments([path], { redirectTo: "/blog" }, editor));
		case "restore": {
			const revision = pick(await studio.listHistory(), step.document);
			return revision !== undefined && "edition" in (await studio.restore(revision.id, editor));
		}
		case "changePicture": {
			const photo = pick(photos, step.document) ?? "";
			await putPicture(database, photo, pick(photos, step.picture) ?? "");
			return "edition" in (await studio.publish({ paths: [], pictures: [photo] }, editor));
		}
		case "namePicture": {
			const text = await getText();
			const named = pick([...listPictureUses(path, text).keys()], step.document);
			if (named === undefined) return false;
			// A new one, which is published with the document that names it.
			const src = `more/new-${step.picture % 50}.avif`;
			await putPicture(database, src, pick(photos, step.picture) ?? "");
			const version = (await studio.getDocument(path))?.draft?.version ?? 0;
			const changed = replaceInText(path, text, named, src);
			return publish(studio, path, await studio.saveDraft(path, { text: changed, version }, editor));
		}
		case "takeFile":
			if (entry.state !== "studio" || !base.documents.has(path)) return false;
			return "edition" in (await studio.takeFile(path, editor));
	}
}

/** Stores an unpublished version of a picture, with the bytes of one of the build. */
async function putPicture(database: Database, path: string, from: string): Promise<void> {
	const picture = base.pictures.get(from);
	const body = picture && (await readBuiltPicture(readFolders(), from, picture));
	if (!body) throw new Error(`There is no picture ${from}`);
	const { width, height } = picture;
	const isOfPath = (src: string) => src === path || findWhole(src) === path;
	await database.write((transaction) =>
		insertPictureVersion(
			transaction,
			{
				path,
				shape: "free",
				uploadedName: from,
				by: editor,
				focal: middle,
				master: { body, width, height },
				cuts: new Map([[path, { body, width, height }]]),
				gone: [...base.pictures.keys()].filter((src) => isOfPath(src) && src !== path),
			},
			systemClock.now(),
		),
	);
}

async function publish(studio: Studio, path: string, saved: object): Promise<boolean> {
	if (!("version" in saved || "drafts" in saved)) return false;
	const result = await studio.publish({ paths: [path] }, editor);
	if ("edition" in result) return true;
	await studio.discardDraft(path, editor);
	return false;
}

/** Inserts a word into a line of text; undefined if there is no such line. */
function changeLine(text: string, step: { line: number; word: string }): string | undefined {
	const lines = text.split("\n");
	const candidates = lines.flatMap((line, index) => (textLine.test(line) ? [index] : []));
	const index = pick(candidates, step.line);
	if (index === undefined) return undefined;
	lines[index] = `${lines[index]} ${step.word}`;
	return lines.join("\n");
}

function pick<Item>(items: readonly Item[], number: number): Item | undefined {
	return items[number % items.length];
}

/** Compares every page, its data and the documents such as the sitemap. */
async function compare(one: BuiltServer, other: BuiltServer, name: string): Promise<void> {
	const begun = performance.now();
	const sitemap = await until(
		begun,
		async () => {
			const [own, its] = await Promise.all([read(one, "/sitemap.xml"), read(other, "/sitemap.xml")]);
			return isSame(own, its) ? own.text : undefined;
		},
		`/sitemap.xml of ${name}`,
	);
	const pages = [...sitemap.matchAll(/<loc>https?:\/\/[^/<]*([^<]*)<\/loc>/g)].map(([, path]) => path || "/");
	const paths: string[] = [
		...former,
		...pages.flatMap((path) => [path, path === "/" ? "/_.data" : `${path}.data`]),
		...pages.flatMap((path) => (path.startsWith("/portfolio/") ? `${path}.pdf` : [])).slice(0, mostPdfs),
		"/home",
		"/error",
		"/contactUs/thank-you",
		"/search",
		"/search.data",
		"/search?q=erp",
		"/robots.txt",
		"/blog/feed.xml",
		"/site.webmanifest",
		"/favicon.svg",
		"/favicon.ico",
		"/cards/home.png",
		"/nothing-here",
	];
	const pictures = new Set<string>();
	for (let index = 0; index < paths.length; index++) {
		const path = paths[index] ?? "";
		await until(
			begun,
			async () => {
				const [own, its] = await Promise.all([read(one, path), read(other, path)]);
				for (const [src] of own.text.matchAll(/\/pictures\/[0-9a-f]{16}\/[\w-]+\.(?:avif|svg)/g)) pictures.add(src);
				return isSame(own, its) ? true : undefined;
			},
			`${path} of ${name}`,
		);
		compared++;
		if (index === paths.length - 1) {
			paths.push(...pictures);
			pictures.clear();
		}
	}
}

type Answer = { status: number; location: string | null; text: string };

/** A busy server may ask to be asked again, as after its start, while it dates its pages. */
function isSame(own: Answer, its: Answer): boolean {
	return own.status !== 503 && isDeepStrictEqual(own, its);
}

async function read({ url }: BuiltServer, path: string): Promise<Answer> {
	const response = await fetch(url + path, { redirect: "manual" });
	const text = await response.text();
	if (response.status >= 500 && response.status !== 503) throw new Error(`${path} answered with ${response.status}`);
	return { status: response.status, location: response.headers.get("location"), text };
}

/** Polls until there is a response: another process's release may take a second. */
async function until<Result>(begun: number, ask: () => Promise<Result | undefined>, what: string): Promise<Result> {
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (performance.now() - begun > patienceMs) throw new Error(`${what} is another (seed ${seed})`);
	}
}

/** Exports the public content, builds it, and compares the pages of that build with the studio's. */
async function compareWithExport(server: BuiltServer, environment: NodeJS.ProcessEnv): Promise<void> {
	const directory = await mkdtemp(join(tmpdir(), "front-office-export-"));
	const exportedBuild = join(projectDirectory, "build-exported");
	try {
		runNode(["server/commands/content.ts", "export", directory], environment);
		const settings = { CONTENT_DIR: directory, BUILD_DIR: exportedBuild };
		for (const program of ["build-server.ts", "build-site.ts"])
			runNode([`scripts/${program}`], { ...environment, ...settings });
		await cp(join(buildDirectory, "desk"), join(exportedBuild, "desk"), { recursive: true });
		const dataDirectory = join(directory, "data");
		const built = await startBuiltServer(
			await createServerEnvironment({ dataDirectory, contentDirectory: directory, buildDirectory: exportedBuild }),
		);
		await compare(server, built, "a build of the export");
		await built.end("SIGTERM");
	} finally {
		await rm(directory, { recursive: true, force: true });
		await rm(exportedBuild, { recursive: true, force: true });
	}
}

function runNode(args: string[], env: NodeJS.ProcessEnv): void {
	const { status, stderr } = spawnSync(projectNode, args, { cwd: projectDirectory, env, encoding: "utf8" });
	if (status !== 0) throw new Error(`${args.join(" ")} failed: ${stderr.slice(-2_000)}`);
}

type Installation = {
	database: Database;
	environment: NodeJS.ProcessEnv;
	startServer(): Promise<BuiltServer>;
};

async function withInstallation(work: (installation: Installation) => Promise<void>): Promise<void> {
	const dataDirectory = await mkdtemp(join(tmpdir(), "front-office-studio-"));
	const cluster = options.database === "postgres" ? await startPostgresCluster({ durable: true }) : undefined;
	const servers: BuiltServer[] = [];
	try {
		const environment = await createServerEnvironment({ dataDirectory, databaseUrl: cluster?.url });
		const database = await openDatabase(readConfig(environment), {
			migrations,
			log: createLog({ logLevel: "silent" }),
		});
		const startServer = async () => {
			const server = await startBuiltServer(environment);
			servers.push(server);
			return server;
		};
		try {
			await work({ database, environment, startServer });
		} finally {
			await database.close();
		}
	} finally {
		for (const server of servers) await server.end("SIGKILL");
		await cluster?.stop();
		await rm(dataDirectory, { recursive: true, force: true });
	}
}
