import { data } from "react-router";
import { readShapeName } from "../../features/publishing/pictures/picture-shapes.ts";
import { readForm } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { listChoices } from "../studio/pictures/list-choices.server.ts";
import type { UploadAnswer } from "../studio/pictures/picture-library.ts";
import { copyPicture, receivePictures } from "../studio/pictures/receive-pictures.server.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import type { Route } from "./+types/studio-pictures-library.ts";

/** Lists the pictures for a shape as JSON, for the dialog that chooses one over a form. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
	const { site } = beginSiteWork(context);
	return Response.json(await listChoices(site, readShape(request)));
}

/**
 * Takes uploaded pictures, or copies one for another shape. The answer has the new list, because a request for it could fail: what was
 * stored would then seem not to be, and be sent again.
 */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
	const shape = readShape(request);
	const copied = (await readForm(request)).get("copy");
	const report = copied === null ? await receivePictures(context, shape) : await copyPicture(context, copied, shape);
	const choices = await listChoices(beginSiteWork(context).site, shape);
	return Response.json({ report, choices } satisfies UploadAnswer);
}

function readShape(request: Request) {
	const shape = readShapeName(readQuery(request)["shape"]);
	if (!shape) throw data(null, { status: 400 });
	return shape;
}
