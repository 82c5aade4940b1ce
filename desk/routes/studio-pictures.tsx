import { data, Form, redirect } from "react-router";
import { readShapeName } from "../../features/publishing/pictures/picture-shapes.ts";
import { picturesChangeKey } from "../../features/publishing/pictures/pictures-change-key.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { FilterLinks } from "../records/list-parts.tsx";
import { textOfPicture } from "../studio/pictures/choice-grid.tsx";
import { PictureGrid } from "../studio/pictures/picture-grid.tsx";
import { startUpload } from "../studio/pictures/receive-pictures.server.ts";
import { showPicture } from "../studio/pictures/show-pictures.server.ts";
import type { ShownPicture } from "../studio/pictures/shown-picture.ts";
import { UploadForm } from "../studio/pictures/upload-form.tsx";
import { UploadProgress } from "../studio/pictures/upload-progress.tsx";
import { UploadReportBox } from "../studio/pictures/upload-report.tsx";
import { useKept } from "../studio/pictures/use-kept.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/studio-pictures.ts";

const path = "/studio/pictures";
/** As many as a person looks through; the search finds the others. */
const mostShown = 120;

const filters: { show: string; name: string; of(picture: ShownPicture): boolean }[] = [
	{ show: "all", name: "All", of: () => true },
	{ show: "waiting", name: "Unpublished", of: ({ state }) => state.state === "waiting" },
	{ show: "unused", name: "Unused", of: ({ uses }) => uses.length === 0 },
];

/** Every picture of the site, unpublished ones first. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { site, signedIn } = beginSiteWork(context);
	const { show = "all", search = "", upload: key } = readQuery(request);
	const upload = key === undefined ? undefined : site.uploads.find(signedIn.account.id, key);
	const words = search.toLowerCase().split(/\s+/).filter(Boolean);
	const found = (await site.pictures.list())
		.map(showPicture)
		.filter((picture) => words.every((word) => textOfPicture(picture).includes(word)));
	const chosen = filters.find((filter) => filter.show === show) ?? filters[0];
	const shown = found
		.filter((picture) => chosen?.of(picture))
		.toSorted((a, b) => Number(b.state.state === "waiting") - Number(a.state.state === "waiting"));
	return {
		show: chosen?.show ?? "all",
		search,
		filters: filters.map(({ of, ...filter }) => ({ ...filter, count: found.filter(of).length })),
		pictures: shown.slice(0, mostShown),
		more: Math.max(0, shown.length - mostShown),
		upload,
		isUploadUnknown: key !== undefined && upload === undefined,
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	const form = await readForm(request);
	const shape = readShapeName(form.get("shape"));
	if (!shape) throw data(null, { status: 400 });
	const started = await startUpload(context, shape);
	if ("key" in started) throw redirect(`${path}?${new URLSearchParams({ upload: started.key })}`, 303);
	return started.report;
}

export default function PicturesPage({ loaderData, actionData }: Route.ComponentProps) {
	const { pictures, more, search, show, upload } = loaderData;
	const kept = useKept(actionData, `${show} ${search}`);
	const report = kept ?? upload?.report;
	useLive((key) => key === picturesChangeKey);
	return (
		<Page title="Pictures" subtitle="New pictures go public with the first page that uses them.">
			{upload && <UploadProgress upload={upload} />}
			{loaderData.isUploadUnknown && (
				<p role="status" className="notice">
					The progress of this upload is no longer known: the server was restarted, or an hour has passed. Check the
					pictures below, and upload again those that are missing.
				</p>
			)}
			<UploadReportBox report={report} />
			<section aria-labelledby="upload" className="panel">
				<h2 id="upload">Upload pictures</h2>
				<UploadForm action={path} shape="illustration" isMain />
			</section>
			<Form action={path} role="search" className="inline-form picture-search">
				{show !== "all" && <input type="hidden" name="show" value={show} />}
				<label htmlFor="picture-search" className="sr-only">
					File name, page or alt text
				</label>
				<input
					id="picture-search"
					name="search"
					type="search"
					defaultValue={search}
					placeholder="File name, page or alt text"
					autoComplete="off"
				/>
				<button>Search</button>
			</Form>
			{search === "" && <FilterLinks label="Pictures by state" path={path} filters={loaderData.filters} show={show} />}
			{pictures.length === 0 ? (
				<p className="empty">
					{search === "" ? "No pictures yet. Upload the first one above." : `No pictures match “${search}”.`}
				</p>
			) : (
				<PictureGrid pictures={pictures} />
			)}
			{more > 0 && <p className="remark">{more} more. Search to narrow the list.</p>}
		</Page>
	);
}
