import { deskContext } from "../guard/context.server.ts";
import type { Route } from "./+types/logo.ts";

/** The company's logo as a PNG, or its icon (?icon), also without a session: it is public on the site. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const isIcon = new URL(request.url).searchParams.has("icon");
	const logo = context.get(deskContext).findLogo(isIcon ? "icon" : "logo");
	if (!logo)
		return new Response("There is no logo.", {
			status: 404,
			headers: { "Content-Type": "text/plain; charset=utf-8" },
		});
	const png = await logo.draw();
	return new Response(new Uint8Array(png), {
		headers: {
			"Content-Type": "image/png",
			"Content-Length": String(png.length),
			"Cache-Control": "private, max-age=3600",
		},
	});
}
