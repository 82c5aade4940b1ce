import { PDFiumLibrary } from "@hyzyla/pdfium";
import { expect, test } from "vitest";
import { eventually } from "../tests/support/eventually.ts";
import { publishTexts } from "../tests/support/releases.ts";
import { startSiteServer } from "../tests/support/site-server.ts";

const project = "portfolio/baltic-ledger.yml";

async function readText(response: Response): Promise<string> {
	const library = await PDFiumLibrary.init();
	const document = await library.loadDocument(Buffer.from(await response.arrayBuffer()));
	const text = [...document.pages()].map((page) => page.getText()).join(" ");
	document.destroy();
	library.destroy();
	return text.replaceAll(/\s+/g, " ");
}

test(
	"a case study is a PDF file with its public text, and none where there is no such page",
	{ tags: "all" },
	async () => {
		const { server, database, getText } = await startSiteServer("sqlite");
		const load = (slug: string) => fetch(`${server.url}/portfolio/${slug}.pdf`);

		const response = await load("baltic-ledger");
		expect(response.headers.get("content-type")).toBe("application/pdf");
		expect(await readText(response)).toContain("Revamping Baltic Ledger");
		expect((await load("no-such-project")).status).toBe(404);

		await publishTexts(database, {
			[project]: getText(project).replace("title: Baltic Ledger", "title: Baltic Books"),
		});
		await eventually(async () =>
			expect(await readText(await load("baltic-ledger"))).toContain("Revamping Baltic Books"),
		);

		await publishTexts(database, { "company.yml": `${getText("company.yml")}\nparts:\n  portfolio: false\n` });
		await eventually(async () => expect((await load("baltic-ledger")).status).toBe(404));
	},
);
