import { beginSiteWork } from "../studio/site-work.server.ts";
import { sendPicture } from "../studio/pictures/send-picture.server.ts";
import type { Route } from "./+types/picture-master.ts";

/** What a picture is cut from. The first part of the address is there so that a browser asks anew for a new one. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { site } = beginSiteWork(context);
	const body = await site.pictures.findMaster(params["*"]);
	return sendPicture(body && { body, contentType: "image/webp" });
}
