import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { searchPaths } from "../../features/publishing/site-paths.ts";
import { listSecurityHeaders } from "../../platform/http/security-headers.ts";
import { finishPages } from "../../platform/pages/finish-pages.ts";
import { originPlaceholder } from "../../platform/pages/origin.ts";
import { loadPrerenderedPages, type PrerenderedPages } from "../../platform/pages/prerendered-pages.ts";

const html = (title: string, links = "") =>
	`<!DOCTYPE html><html><head><title>${title}</title>${links}<style>h1{margin:1px}</style></head><body><h1>${title}</h1><p>${"Many words. ".repeat(40)}</p><script type="module">import "/assets/app-1.js";</script></body></html>`;

export const builtFiles = {
	"index.html": html("Home"),
	"aboutUs/index.html": html("About us"),
	"blog/index.html": html("Blog", `<link rel="canonical" href="${originPlaceholder}/blog"/>`),
	"assets/app-1.js": `console.log("${"x".repeat(300)}");`,
	"assets/picture-1.png": "not looked into",
	"pictures/0123456789abcdef/screen.png": "not looked into",
	"favicon.ico": "not looked into",
	"robots.txt": `User-agent: *\nSitemap: ${originPlaceholder}/sitemap.xml`,
};

/** Writes an unfinished build of three pages and four files for this test, and returns its directory. */
export async function writeBuiltPages(): Promise<string> {
	const directory = await mkdtemp(join(tmpdir(), "front-office-built-"));
	onTestFinished(() => rm(directory, { recursive: true }));
	for (const [name, content] of Object.entries(builtFiles)) {
		const file = join(directory, "client", name);
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, content);
	}
	return directory;
}

/** Finishes and loads that build; `contents` has its former addresses. */
export async function loadBuiltPages(
	contents?: Parameters<typeof loadPrerenderedPages>[4],
	written?: string,
): Promise<PrerenderedPages> {
	const directory = written ?? (await writeBuiltPages());
	const publicUrl = "https://narangi.example";
	return loadPrerenderedPages(
		directory,
		{ pack: await finishPages(directory, { publicUrl, keptMonths: {} }), packDirectory: directory },
		listSecurityHeaders(publicUrl, { hstsIncludeSubdomains: true }),
		searchPaths,
		contents,
	);
}
