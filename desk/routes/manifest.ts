import { appIcons, touchIcon } from "../../features/publishing/app-icons.ts";
import { palette } from "../../shared/palette.ts";
import { shortenName } from "../../shared/short-name.ts";
import { deskContext } from "../guard/context.server.ts";
import type { Route } from "./+types/manifest.ts";

/** Describes the desk as an app that can be installed, also without a session: browsers ask for it without cookies. */
export function loader({ context }: Route.LoaderArgs) {
	const { company } = context.get(deskContext);
	const icons = Object.entries(appIcons)
		.filter(([name]) => name !== touchIcon)
		.map(([name, { size, isMaskable }]) => ({
			src: `/app-icons/${name}`,
			sizes: `${size}x${size}`,
			type: "image/png",
			purpose: isMaskable ? "maskable" : "any",
		}));
	return new Response(
		JSON.stringify({
			id: "/",
			name: `${company.name} Desk`,
			short_name: `${shortenName(company)} Desk`,
			start_url: "/",
			scope: "/",
			display: "standalone",
			lang: company.locale,
			background_color: palette.paper,
			theme_color: palette.sand,
			icons,
		}),
		{ headers: { "Content-Type": "application/manifest+json; charset=utf-8" } },
	);
}
