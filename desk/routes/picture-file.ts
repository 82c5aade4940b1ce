import { sendPicture } from "../studio/pictures/send-picture.server.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import type { Route } from "./+types/picture-file.ts";

/** A file of a picture, public or not, at its address on the site, so that previews show it. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { site } = beginSiteWork(context);
	return sendPicture(await site.pictures.findFile(params.address, params.name));
}
