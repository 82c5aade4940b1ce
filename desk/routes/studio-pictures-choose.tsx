import { data, Form, Link, redirect } from "react-router";
import { getShape } from "../../features/publishing/pictures/picture-shapes.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { CopyButton, describeOthers } from "../studio/pictures/choice-grid.tsx";
import { readChooserPlace, writeChooserPath, writeChosenPath } from "../studio/pictures/chooser-path.ts";
import { listChoices } from "../studio/pictures/list-choices.server.ts";
import { PictureFacts, Thumbnail } from "../studio/pictures/picture-grid.tsx";
import { copyPicture, receivePictures } from "../studio/pictures/receive-pictures.server.ts";
import { UploadForm } from "../studio/pictures/upload-form.tsx";
import { UploadReportBox } from "../studio/pictures/upload-report.tsx";
import { beginSiteWork } from "../studio/site-work.server.ts";
import type { Route } from "./+types/studio-pictures-choose.ts";

/** Pictures for one field of a form. Scripts show them in a dialog; without scripts, this page returns to the form with the choice. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { site } = beginSiteWork(context);
	const query = readQuery(request);
	const place = readChooserPlace(query);
	if (!place) throw data(null, { status: 400 });
	const { search = "" } = query;
	const words = search.toLowerCase().split(/\s+/).filter(Boolean);
	const choices = await listChoices(site, place.shape, words);
	return { place, search, choices };
}

export async function action({ request, context }: Route.ActionArgs) {
	const place = readChooserPlace(readQuery(request));
	if (!place) throw data(null, { status: 400 });
	const sent = await readForm(request);
	const copied = sent.get("copy");
	const report =
		copied === null ? await receivePictures(context, place.shape) : await copyPicture(context, copied, place.shape);
	const [taken] = report.taken;
	// An upload on this page is also the choice.
	if (sent.get("from") === "page" && taken && report.refused.length === 0)
		throw redirect(writeChosenPath(place, taken.path), 303);
	return report;
}

export default function ChoosePicturePage({ loaderData, actionData }: Route.ComponentProps) {
	const { place, search, choices } = loaderData;
	const ownPath = writeChooserPath(place);
	return (
		<Page
			title="Choose a picture"
			subtitle={getShape(place.shape).label}
			actions={
				<Link className="button" to={place.to}>
					Cancel
				</Link>
			}
		>
			<UploadReportBox report={actionData} />
			<section aria-labelledby="upload" className="panel">
				<h2 id="upload">Upload picture</h2>
				<UploadForm action={ownPath} shape={place.shape} isFixed isMain from="page" />
			</section>
			<Form action="/studio/pictures/choose" role="search" className="inline-form picture-search">
				{Object.entries(place).map(([name, value]) => (
					<input key={name} type="hidden" name={name} value={value} />
				))}
				<label htmlFor="choose-search" className="sr-only">
					File name, page or alt text
				</label>
				<input
					id="choose-search"
					name="search"
					type="search"
					defaultValue={search}
					placeholder="File name, page or alt text"
				/>
				<button>Search</button>
			</Form>
			<section aria-labelledby="fitting">
				<h2 id="fitting">Ready to use</h2>
				{choices.fitting.length === 0 && (
					<p className="empty">
						{search === "" ? "No pictures of this shape yet. Upload one above." : `No pictures match “${search}”.`}
					</p>
				)}
				<ul className="picture-grid">
					{choices.fitting.map((picture) => (
						<li key={picture.path}>
							<Thumbnail picture={picture} />
							<Link to={writeChosenPath(place, picture.path)} data-row>
								{picture.path}
							</Link>
							<PictureFacts picture={picture} />
						</li>
					))}
				</ul>
			</section>
			{choices.others.length > 0 && (
				<Form method="post" action={ownPath} className="picture-others" aria-labelledby="others">
					<h2 id="others">Other shapes</h2>
					<p className="hint">{describeOthers(place.shape)}</p>
					<input type="hidden" name="from" value="page" />
					<ul className="picture-grid">
						{choices.others.map((picture) => (
							<li key={picture.path}>
								<Thumbnail picture={picture} />
								<CopyButton picture={picture} button={{ name: "copy", value: picture.path }} />
								<PictureFacts picture={picture} />
							</li>
						))}
					</ul>
				</Form>
			)}
		</Page>
	);
}
