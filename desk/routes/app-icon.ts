import { appIcons } from "../../features/publishing/app-icons.ts";
import { deskContext } from "../guard/context.server.ts";
import type { Route } from "./+types/app-icon.ts";

/** An icon of the installed desk, also without a session: it shows what is public on the site. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const icon = Object.hasOwn(appIcons, params.name) ? appIcons[params.name] : undefined;
	if (!icon)
		return new Response("There is no such icon.", {
			status: 404,
			headers: { "Content-Type": "text/plain; charset=utf-8" },
		});
	const png = await context.get(deskContext).drawAppIcon(icon);
	return new Response(new Uint8Array(png), {
		headers: {
			"Content-Type": "image/png",
			"Content-Length": String(png.length),
			"Cache-Control": "private, max-age=3600",
		},
	});
}
