import { readFile } from "node:fs/promises";
import type { RouterContextProvider } from "react-router";
import type { PictureShapeName } from "../../../features/publishing/pictures/picture-shapes.ts";
import type { UploadReport } from "../../../features/publishing/pictures/uploads.server.ts";
import { discardFiles } from "../../../platform/http/receive-files.ts";
import { reportErrorContext, uploadContext } from "../../guard/context.server.ts";
import { beginSiteWork } from "../site-work.server.ts";

type Context = Readonly<RouterContextProvider>;

/** Stores uploaded files as new pictures of a shape, one at a time. */
export async function receivePictures(context: Context, shape: PictureShapeName): Promise<UploadReport> {
	const { site, signedIn } = beginSiteWork(context);
	return receive(context, (file) => site.pictures.upload(file, shape, signedIn.account.id));
}

/**
 * Stores uploaded files as new pictures of a shape, if necessary after the response.
 * @returns the finished report, or the key of the upload
 */
export async function startUpload(
	context: Context,
	shape: PictureShapeName,
): Promise<{ report: UploadReport } | { key: string }> {
	const { site, signedIn, deps } = beginSiteWork(context);
	const { files, refused } = context.get(uploadContext);
	// They outlive the request.
	const own = files.splice(0);
	const started = await site.uploads.start(signedIn.account.id, own, {
		take: async ({ file, name }) =>
			site.pictures.upload({ name, bytes: await readFile(file.path) }, shape, signedIn.account.id),
		discard: (file) => discardFiles(deps.files, [file]),
		reportError: context.get(reportErrorContext),
	});
	if ("key" in started) return started;
	const { report } = started.done;
	return { report: { ...report, refused: [...refused.map(refuseTooMuch), ...report.refused] } };
}

/** Replaces a picture by an uploaded file. */
export async function receiveReplacement(context: Context, path: string): Promise<UploadReport> {
	const { site, signedIn } = beginSiteWork(context);
	return receive(context, (file) => site.pictures.replace(path, file, signedIn.account.id), 1);
}

/** Copies a picture for a place with another shape. */
export async function copyPicture(context: Context, path: string, shape: PictureShapeName): Promise<UploadReport> {
	const { site, signedIn } = beginSiteWork(context);
	const outcome = await site.pictures.copy(path, shape, signedIn.account.id);
	return "path" in outcome
		? { taken: [outcome], refused: [] }
		: { taken: [], refused: [{ name: path, why: outcome.refused }] };
}

type Take = (file: {
	name: string;
	bytes: Uint8Array;
}) => Promise<{ name: string; path: string } | { name: string; refused: string }>;

async function receive(context: Context, take: Take, most = Number.POSITIVE_INFINITY): Promise<UploadReport> {
	const { files, refused } = context.get(uploadContext);
	const report: UploadReport = { taken: [], refused: [] };
	report.refused.push(...refused.map(refuseTooMuch));
	for (const { file, name } of files.slice(0, most)) {
		const outcome = await take({ name, bytes: await readFile(file.path) });
		if ("path" in outcome) report.taken.push(outcome);
		else report.refused.push({ name, why: outcome.refused });
	}
	return report;
}

function refuseTooMuch(name: string): UploadReport["refused"][number] {
	return { name, why: "Too many files, or more than 60 MB in total. Upload fewer at a time." };
}
