import { existsSync, readdirSync, rmSync } from "node:fs";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import pMap from "p-map";
import { ContentError } from "../features/publishing/documents/content-error.ts";
import { createContentBuilder } from "../features/publishing/documents/build-content.server.ts";
import {
	contentSourceFile,
	readContentFolder,
	writeContentSource,
} from "../features/publishing/documents/content-source.server.ts";
import { drawCaseStudy } from "../features/publishing/case-study-pdf.server.ts";
import { drawCard, listCards } from "../features/publishing/cards.server.ts";
import type { Content } from "../features/publishing/documents/content.ts";
import { icons } from "../features/publishing/icons.server.ts";
import { logoPath } from "../features/publishing/logo-path.ts";
import { drawLogo, readBrand } from "../features/publishing/logo.server.ts";
import { listPictureAddresses } from "../features/publishing/picture-addresses.server.ts";
import { cardPathOf, caseStudyPdfEnding } from "../features/publishing/site-paths.ts";
import { listHeavyPages } from "./list-heavy-pages.ts";
import { ConfigError, readConfig } from "../platform/config.ts";
import { finishPages } from "../platform/pages/finish-pages.ts";
import { runReactRouterBuild } from "./run-react-router-build.ts";

/**
 * Builds everything that `server/main.mjs` serves: checks settings and content, renders the pages, draws their cards and PDF files, and
 * compresses everything.
 */
const root = fileURLToPath(new URL("..", import.meta.url));

try {
	const { publicUrl, retentionMonths: keptMonths, contentDirectory, buildDirectory } = readConfig();
	checkBuildDirectory(buildDirectory);
	const source = await readContentFolder(contentDirectory);
	const content = await createContentBuilder().build(source);
	for (const name of ["client", "pages", "pages.json", "server", contentSourceFile])
		rmSync(join(buildDirectory, name), { recursive: true, force: true });
	if (!runReactRouterBuild(root)) throw new Error("The pages could not be built");
	await copyPictures(content, join(contentDirectory, "pictures"), join(buildDirectory, "client"));
	await drawFiles(content, join(contentDirectory, "pictures"), join(buildDirectory, "client"));
	await writeContentSource(join(buildDirectory, contentSourceFile), source);
	const { files } = await finishPages(buildDirectory, { publicUrl, keptMonths });
	const pages = files.filter((file) => file.inlineSources).map(({ path }) => path);
	for (const excess of await listHeavyPages(content, pages, buildDirectory)) console.warn(excess);
	console.log(`Built ${pages.length} pages and ${files.length} files in all.`);
} catch (error) {
	if (!(error instanceof ContentError || error instanceof ConfigError)) throw error;
	console.error(error.message);
	process.exitCode = 1;
}

/** Copies every picture to its address. */
async function copyPictures(content: Content, from: string, to: string) {
	for (const { src, url } of listPictureAddresses(content)) {
		await mkdir(join(to, dirname(url)), { recursive: true });
		await copyFile(join(from, src), join(to, url));
	}
}

/** Draws the files of the content: icons, logo, every page's Open Graph picture, and case studies as PDF files. */
async function drawFiles(content: Content, from: string, to: string) {
	const readPicture = (src: string) => readFile(join(from, src));
	const brand = await readBrand(content, readPicture);
	for (const [path, { draw }] of Object.entries(icons)) await writeFile(join(to, path), await draw(brand));
	if (brand.logo) await writeFile(join(to, logoPath), await drawLogo(brand.logo));
	await pMap(
		listCards(content),
		async ([path, card]) => {
			const file = join(to, cardPathOf(path));
			await mkdir(dirname(file), { recursive: true });
			await writeFile(file, await drawCard(card, brand.logo));
		},
		{ concurrency: 2 },
	);
	if (content.company.parts.portfolio)
		for (const project of content.projects)
			await writeFile(
				join(to, "portfolio", project.slug + caseStudyPdfEnding),
				await drawCaseStudy(project, content, { logo: brand.logo, readPicture }),
			);
}

/** A build replaces the whole folder, so it has to be a build; and the built server has to find its packages from there. */
function checkBuildDirectory(directory: string) {
	if (relative(root, directory).startsWith(".."))
		throw new ConfigError(["BUILD_DIR: must be a folder of this project, where the built server finds its packages"]);
	if (existsSync(directory) && readdirSync(directory).length > 0 && !existsSync(join(directory, "modules")))
		throw new ConfigError([`BUILD_DIR: ${directory} holds something else than a build`]);
}
