import { contentContext } from "../../features/publishing/content-context.server.ts";
import { shortenName } from "../../shared/short-name.ts";
import type { Route } from "./+types/manifest.ts";

export function loader({ context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { company } = content;
	return Response.json(
		{
			name: company.name,
			short_name: shortenName(company),
			description: company.description,
			start_url: "/",
			display: "browser",
			background_color: "#FBF8F3",
			theme_color: "#FBF8F3",
			icons: [
				{ src: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
				{ src: "/apple-touch-icon.png", type: "image/png", sizes: "180x180" },
				{ src: "/icon-512.png", type: "image/png", sizes: "512x512", purpose: "any maskable" },
			],
		},
		{ headers: { "Content-Type": "application/manifest+json" } },
	);
}
