import { data, Form, redirect } from "react-router";
import { nameMembers } from "../../core/records/members.server.ts";
import { readFocalPoint } from "../../features/publishing/pictures/crop.ts";
import { pathOfFile } from "../../features/publishing/pictures/picture-paths.ts";
import { PictureRefusal } from "../../features/publishing/pictures/picture-refusal.ts";
import { getShape, readShapeName } from "../../features/publishing/pictures/picture-shapes.ts";
import type { PictureVersion } from "../../features/publishing/pictures/picture-store.server.ts";
import type { PictureUse } from "../../features/publishing/pictures/picture-uses.ts";
import { picturesChangeKey } from "../../features/publishing/pictures/pictures-change-key.ts";
import type { UploadReport } from "../../features/publishing/pictures/uploads.server.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/field.tsx";
import { Page } from "../layout/page.tsx";
import { readForm, readVersion } from "../read-form.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { StateLabel } from "../records/shown-value.tsx";
import { FocalEditor } from "../studio/pictures/focal-editor.tsx";
import { UseTable, VersionTable } from "../studio/pictures/picture-parts.tsx";
import { receiveReplacement } from "../studio/pictures/receive-pictures.server.ts";
import { showPicture } from "../studio/pictures/show-pictures.server.ts";
import { pathOfPicture } from "../studio/pictures/shown-picture.ts";
import { UploadReportBox } from "../studio/pictures/upload-report.tsx";
import { useKept } from "../studio/pictures/use-kept.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import { countOf } from "../words.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/studio-picture.ts";

/** One picture: its cut, its places and its versions. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps, site, source } = beginSiteWork(context);
	const picture = await site.pictures.find(params["*"]);
	if (!picture) throw data(null, { status: 404 });
	const nameOf = await nameMembers(source.database.db);
	const [newest] = picture.versions;
	return {
		picture: showPicture(picture),
		shapeLabel: getShape(picture.shape).label,
		isWaiting: newest !== undefined && newest.edition === undefined,
		isNew: picture.state === "new",
		isDrawing: picture.path.endsWith(".svg"),
		focal: newest?.focal,
		master: newest?.master && {
			url: `/studio/pictures/master/${newest.master.hash.slice(0, 16)}/${picture.path}`,
			width: newest.master.width,
			height: newest.master.height,
		},
		versions: picture.versions.map((version) => ({
			version: version.version,
			thumbnail: thumbnailOf(version),
			by: nameOf(version.by),
			at: showValue(version.at, deps.company),
			what: version.uploadedName,
		})),
	};
}

function thumbnailOf({ files }: PictureVersion): string {
	const [narrowest] = files;
	return narrowest ? pathOfFile(narrowest) : "";
}

type ActionData = { refused?: string; report?: UploadReport };

export async function action({ request, context, params }: Route.ActionArgs): Promise<ActionData> {
	const { site, signedIn, deskRequest } = beginSiteWork(context);
	const { pictures } = site;
	const by = signedIn.account.id;
	const path = params["*"];
	const form = await readForm(request);
	switch (form.get("do") ?? "") {
		case "replace": {
			const report = await receiveReplacement(context, path);
			const [taken] = report.taken;
			if (!taken) return { report };
			return leave(
				taken.path === path
					? "New version uploaded. Check that the alt texts still fit, then publish it."
					: "Photo uploaded under a new name. Every page that used the drawing has a draft with the photo.",
				pathOfPicture(taken.path),
			);
		}
		case "cut": {
			const shape = readShapeName(form.get("shape"));
			if (!shape) throw data(null, { status: 400 });
			try {
				await pictures.recut(path, { shape, focal: readFocalPoint(form.get("x"), form.get("y")) }, by);
			} catch (error) {
				if (error instanceof PictureRefusal) return { refused: error.message };
				throw error;
			}
			return leave("New crop saved. Publish it to show it on the site.");
		}
		case "restore": {
			const isThere = await pictures.restore(path, readVersion(form.get("version")), by);
			return leave(isThere ? "Version restored. Publish it to show it on the site." : "That version no longer exists.");
		}
		case "publish": {
			const problems = await pictures.publish(path, by);
			if (problems.length > 0) return { refused: `Not published. ${problems.join(" ")}` };
			return leave("Published everywhere it is used.");
		}
		case "discard": {
			const outcome = await pictures.discardDraft(path, by);
			if ("uses" in outcome) return refuseToDelete(outcome.uses);
			return leave("Discarded.", (await pictures.find(path)) ? undefined : "/studio/pictures");
		}
		case "delete": {
			const outcome = await pictures.remove(path, by);
			if ("uses" in outcome) return refuseToDelete(outcome.uses);
			return leave(outcome.removed ? `${path} deleted.` : `${path} was already deleted.`, "/studio/pictures");
		}
		default:
			throw data(null, { status: 400 });
	}

	function leave(notice: string, to = pathOfPicture(path)): never {
		deskRequest.notices.leave(notice);
		throw redirect(to, 303);
	}
}

function refuseToDelete({ length }: readonly PictureUse[]): ActionData {
	return {
		refused: `Not deleted: it is used in ${countOf(length, `${length} places`, "one place")}. Choose another picture there first (see Used in).`,
	};
}

export default function PicturePage({ loaderData, actionData }: Route.ComponentProps) {
	const { picture, master, focal, versions, isWaiting, isNew, isDrawing } = loaderData;
	const ownPath = pathOfPicture(picture.path);
	const answer = useKept(actionData, `${picture.path} ${versions[0]?.version} ${picture.state.state}`);
	useLive((key) => key === picturesChangeKey);
	return (
		<Page
			title={picture.path}
			subtitle={
				<>
					<StateLabel state={picture.state} />
					<span>{loaderData.shapeLabel}</span>
					<span className="number">
						{picture.width} × {picture.height}, {picture.weight}
					</span>
				</>
			}
		>
			<ErrorSummary errors={answer?.refused === undefined ? [] : [{ field: "uses", message: answer.refused }]} />
			<UploadReportBox report={answer?.report} />
			{isWaiting && (
				<Form method="post" action={ownPath} className="picture-waits">
					<span>
						{isNew
							? "Goes public with the first page that uses it."
							: "A new version is ready to publish. It replaces this picture everywhere; check that the alt texts still fit."}
					</span>
					{!isNew && (
						<button name="do" value="publish">
							Publish picture
						</button>
					)}
					<button name="do" value={isNew ? "delete" : "discard"}>
						{isNew ? "Delete picture" : "Discard new version"}
					</button>
				</Form>
			)}
			<div className="beside">
				<section aria-labelledby="cut">
					<h2 id="cut">Crop</h2>
					{master && focal ? (
						<FocalEditor
							key={versions[0]?.version}
							action={ownPath}
							master={master}
							initial={{ focal, shape: picture.shape }}
						/>
					) : (
						<>
							<img className="picture-whole" src={picture.url} width={picture.width} height={picture.height} alt="" />
							<p className="remark">This picture came with the content files and cannot be cropped here.</p>
						</>
					)}
				</section>
				<section aria-labelledby="seen">
					<h2 id="seen">Preview</h2>
					{master && (
						<img className="picture-whole" src={picture.url} width={picture.width} height={picture.height} alt="" />
					)}
					<Form method="post" action={ownPath} encType="multipart/form-data" className="upload-form">
						<TextField
							name="files"
							label="Replace with"
							hint={
								isDrawing
									? "The photo gets a name of its own and goes into a draft of every page that shows this drawing."
									: "Replaces this picture everywhere it is used."
							}
							type="file"
							required
							accept="image/*"
						/>
						<button name="do" value="replace">
							Replace picture
						</button>
					</Form>
				</section>
			</div>
			<section aria-labelledby="uses">
				<h2 id="uses">Used in</h2>
				<UseTable uses={picture.uses} />
			</section>
			{versions.length > 0 && (
				<section aria-labelledby="versions">
					<h2 id="versions">Versions</h2>
					<VersionTable action={ownPath} versions={versions} />
				</section>
			)}
			<details className="danger">
				<summary>Delete picture</summary>
				<p>
					{picture.uses.length === 0
						? "No page uses it. You cannot undo this."
						: "You can delete it once no page uses it."}
				</p>
				<Form method="post" action={ownPath}>
					<button name="do" value="delete">
						Delete picture
					</button>
				</Form>
			</details>
		</Page>
	);
}
