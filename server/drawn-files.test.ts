import { expect, onTestFinished, test } from "vitest";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { createContentBuilder } from "../features/publishing/documents/build-content.server.ts";
import { readConfig } from "../platform/config.ts";
import { openDatabase } from "../platform/database/database.ts";
import { createLog } from "../platform/log.ts";
import { createTestDatabaseConfig } from "../tests/support/databases.ts";
import { eventually } from "../tests/support/eventually.ts";
import { publishTexts } from "../tests/support/releases.ts";
import { readTestContent } from "../tests/support/studios.ts";
import { loadTestDesk } from "../tests/support/test-desk.ts";
import { createTestPages } from "../tests/support/test-server.ts";
import { migrations } from "./migrations.ts";
import { createReleases } from "./releases.ts";
import { startServer } from "./start.ts";

const log = createLog({ logLevel: "silent" });
const project = "portfolio/baltic-ledger.yml";

async function readText(response: Response): Promise<string> {
	const library = await PDFiumLibrary.init();
	const document = await library.loadDocument(Buffer.from(await response.arrayBuffer()));
	const text = [...document.pages()].map((page) => page.getText()).join(" ");
	document.destroy();
	library.destroy();
	return text.replaceAll(/\s+/g, " ");
}

test("a case study is a PDF file with its public text, and none where there is no such page", async () => {
	const base = await readTestContent();
	const releases = createReleases({ built: await createContentBuilder().build(base), base, log });
	const config = {
		...readConfig({ PORT: "0", DESK_PORT: "0", RATE_LIMIT_PER_MINUTE: "0" }),
		...(await createTestDatabaseConfig("sqlite")),
	};
	const server = await startServer({
		config,
		getSettings: releases.getSettings,
		releases,
		jobs: [],
		desk: await loadTestDesk(),
		log,
		pages: createTestPages(),
	});
	onTestFinished(() => server.stop());
	const database = await openDatabase(config, { migrations, log });
	onTestFinished(() => database.close());
	const load = (slug: string) => fetch(`${server.url}/portfolio/${slug}.pdf`);

	const response = await load("baltic-ledger");
	expect(response.headers.get("content-type")).toBe("application/pdf");
	expect(await readText(response)).toContain("Revamping Baltic Ledger");
	expect((await load("no-such-project")).status).toBe(404);

	const text = base.documents.get(project) ?? "";
	await publishTexts(database, { [project]: text.replace("title: Baltic Ledger", "title: Baltic Books") });
	await eventually(async () => expect(await readText(await load("baltic-ledger"))).toContain("Revamping Baltic Books"));

	await publishTexts(database, { "company.yml": `${base.documents.get("company.yml")}\nparts:\n  portfolio: false\n` });
	await eventually(async () => expect((await load("baltic-ledger")).status).toBe(404));
});
