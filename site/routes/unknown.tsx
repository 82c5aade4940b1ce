import { data } from "react-router";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import { ErrorPage } from "../layout/error-page.tsx";
import type { Route } from "./+types/unknown.ts";

/** An unknown address is a page of its own, so that it hydrates in the browser like any other. */
export function loader({ context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	return data(
		{ head: headOf(content, "/error", { indexed: false }), picture: resolvePicture(content, content.copy.error.image) },
		{ status: 404 },
	);
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function UnknownPage({ loaderData }: Route.ComponentProps) {
	return <ErrorPage status={404} picture={loaderData.picture} />;
}
