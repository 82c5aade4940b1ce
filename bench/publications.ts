import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
	contentSourceFile,
	readContentSource,
	type ContentSource,
} from "../features/publishing/documents/content-source.server.ts";
import { createStudio } from "../features/publishing/releases/create-studio.server.ts";
import type { Studio } from "../features/publishing/releases/studio.server.ts";
import { systemClock } from "../platform/clock.ts";
import { readConfig, readFolders } from "../platform/config.ts";
import { openDatabase } from "../platform/database/database.ts";
import { createLog } from "../platform/log.ts";
import { migrations } from "../server/migrations.ts";
import { createServerEnvironment, startBuiltServer, type BuiltServer } from "../tests/support/built-server.ts";
import { startPostgresCluster } from "../tests/support/postgres-cluster.ts";
import type { Part } from "./part.ts";

const postCount = 1_000;
const rounds = 5;
/** A publication that takes longer counts as failed. */
const timeLimitMs = 60_000;
const editor = "bench";

/** Measures the time from pressing Publish until both of two servers serve the new page, with a thousand posts. */
export const publications: Part = {
	name: "publications",
	about: "from pressing Publish to the new page on two servers, with 1,000 posts",
	comparable: false,
	async run(_options, tell) {
		const { buildDirectory } = readFolders();
		const base = await readContentSource(join(buildDirectory, contentSourceFile));
		await withServers(async (servers, studio) => {
			await publish(studio, listPosts(base));
			await waitForText(servers, "/sitemap.xml", "/blog/bench-0<");

			const questions = base.documents.get("faq.yml") ?? "";
			const word = await measureRounds(servers, studio, (mark) => ({
				texts: { "faq.yml": questions.replace(/question: .*/, `question: ${mark}`) },
				pages: ["/faq"],
			}));
			tell({ what: "a word on one page", value: word.text, wanted: "at most 1,000 ms" });
			const [service = ""] = [...base.documents.keys()].filter((path) => path.startsWith("services/"));
			const text = base.documents.get(service) ?? "";
			const menu = await measureRounds(servers, studio, (mark) => ({
				texts: { [service]: text.replace(/^menuTitle: .*$/m, `menuTitle: ${mark}`) },
				pages: ["/", "/faq", "/blog/bench-0", `/blog/bench-${postCount - 1}`],
			}));
			tell({ what: "a title that stands on every page", value: menu.text, wanted: "at most 5,000 ms" });
			tell({
				what: "answers meanwhile that were neither the old page nor the new one",
				value: String(word.wrong + menu.wrong),
				wanted: "0",
			});
		});
	},
};

type Change = { texts: Record<string, string>; /** Where the mark appears. */ pages: string[] };

/** Publishes changes one after the other, and polls every server's pages until the mark is on all of them. */
async function measureRounds(
	servers: BuiltServer[],
	studio: Studio,
	createChange: (mark: string) => Change,
): Promise<{ text: string; wrong: number }> {
	const times: number[] = [];
	let wrong = 0;
	for (let round = 0; round < rounds; round++) {
		const mark = `Mark ${round} ${Date.now()}`;
		const { texts, pages } = createChange(mark);
		const asked = servers.flatMap(({ url }) => pages.map((page) => url + page));
		const before = new Map(await Promise.all(asked.map(async (url) => [url, await read(url)] as const)));
		const begun = performance.now();
		await publish(studio, texts);
		await Promise.all(
			asked.map(async (url) => {
				for (;;) {
					const answer = await read(url);
					if (answer.includes(mark)) return;
					if (answer !== before.get(url)) wrong++;
					if (performance.now() - begun > timeLimitMs) throw new Error(`${url} does not show what was published`);
				}
			}),
		);
		times.push(performance.now() - begun);
	}
	times.sort((a, b) => a - b);
	const show = (milliseconds: number | undefined) => Math.round(milliseconds ?? Number.NaN).toLocaleString("en");
	return {
		text: `${show(times[0])} to ${show(times.at(-1))} ms, median ${show(times[Math.floor(rounds / 2)])}`,
		wrong,
	};
}

async function read(url: string): Promise<string> {
	const response = await fetch(url);
	if (response.status !== 200) throw new Error(`${url} answered with ${response.status}`);
	return response.text();
}

async function waitForText(servers: BuiltServer[], path: string, text: string): Promise<void> {
	const begun = performance.now();
	for (const { url } of servers)
		while (!(await read(url + path)).includes(text))
			if (performance.now() - begun > timeLimitMs) throw new Error(`${path} does not show ${text}`);
}

async function publish(studio: Studio, texts: Record<string, string>): Promise<void> {
	for (const [path, text] of Object.entries(texts)) {
		const version = (await studio.getDocument(path))?.draft?.version ?? 0;
		const isNew = (await studio.getDocument(path)) === undefined;
		const saved = isNew
			? await studio.createDocument("post", path.slice("blog/".length, -".md".length), editor, text)
			: await studio.saveDraft(path, { text, version }, editor);
		if (!("version" in saved)) throw new Error(`${path} could not be saved`);
	}
	const result = await studio.publish({ paths: Object.keys(texts) }, editor);
	if (!("edition" in result)) throw new Error(`Nothing was published: ${JSON.stringify(result).slice(0, 500)}`);
}

/** A thousand posts, copies of the first one with other titles. */
function listPosts(base: ContentSource): Record<string, string> {
	const [first = ""] = [...base.documents].flatMap(([path, text]) => (path.startsWith("blog/") ? [text] : []));
	const text = first.replace(/^insight:\n(?:[ \t]+.*\n)+/m, "").replace(/^featured: .*\n/m, "");
	return Object.fromEntries(
		Array.from({ length: postCount }, (_, index) => [
			`blog/bench-${index}.md`,
			text.replace(/^title: .*$/m, `title: An article of the bench, number ${index}`),
		]),
	);
}

/** Runs two servers of the build on one PostgreSQL for a while, with a studio beside them. */
async function withServers(work: (servers: BuiltServer[], studio: Studio) => Promise<void>): Promise<void> {
	const cluster = await startPostgresCluster({ durable: true });
	const dataDirectory = await mkdtemp(join(tmpdir(), "front-office-bench-"));
	const servers: BuiltServer[] = [];
	try {
		const environment = await createServerEnvironment({ dataDirectory, databaseUrl: cluster.url });
		const config = readConfig(environment);
		const log = createLog({ logLevel: "silent" });
		const database = await openDatabase(config, { migrations, log });
		try {
			for (let count = 0; count < 2; count++) servers.push(await startBuiltServer(environment));
			const base = await readContentSource(join(config.buildDirectory, contentSourceFile));
			const studio = createStudio({
				base,
				database,
				clock: systemClock,
				noteContent: async () => undefined,
				tellScheduler: async () => undefined,
			});
			await work(servers, studio);
		} finally {
			await database.close();
		}
	} finally {
		for (const server of servers) await server.end("SIGTERM");
		await cluster.stop();
		await rm(dataDirectory, { recursive: true, force: true });
	}
}
