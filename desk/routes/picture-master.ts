import { sendPicture } from "../studio/pictures/send-picture.server.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import type { Route } from "./+types/picture-master.ts";

/** The source of a picture. The first part of the address makes a browser load a new one. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { site } = beginSiteWork(context);
	const body = await site.pictures.findMaster(params["*"]);
	return sendPicture(body && { body, contentType: "image/webp" });
}
