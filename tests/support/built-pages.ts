import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { listSecurityHeaders } from "../../server/http/security-headers.ts";
import { finishPages } from "../../server/pages/finish-pages.ts";
import { loadPrerenderedPages, type PrerenderedPages } from "../../server/pages/prerendered-pages.ts";

const html = (title: string) =>
	`<!DOCTYPE html><html><head><title>${title}</title><style>h1{margin:1px}</style></head><body><h1>${title}</h1><p>${"Many words. ".repeat(40)}</p><script type="module">import "/assets/app-1.js";</script></body></html>`;

export const builtFiles = {
	"index.html": html("Home"),
	"aboutUs/index.html": html("About us"),
	"assets/app-1.js": `console.log("${"x".repeat(300)}");`,
	"assets/picture-1.png": "not looked into",
	"robots.txt": "User-agent: *",
};

/** Finishes and loads a build of two pages and three files, for this test alone. */
export async function loadBuiltPages(): Promise<PrerenderedPages> {
	const directory = await mkdtemp(join(tmpdir(), "front-office-built-"));
	onTestFinished(() => rm(directory, { recursive: true }));
	for (const [name, content] of Object.entries(builtFiles)) {
		const file = join(directory, "client", name);
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, content);
	}
	const publicUrl = "https://narangi.example";
	return loadPrerenderedPages(directory, await finishPages(directory, publicUrl), listSecurityHeaders(publicUrl));
}
