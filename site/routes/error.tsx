import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import { refusalContext } from "../../platform/pages/live-page-context.server.ts";
import { ErrorPage } from "../layout/error-page.tsx";
import type { Route } from "./+types/error.ts";

export function loader({ context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	return {
		head: headOf(content, "/error", { indexed: false }),
		picture: resolvePicture(content, content.copy.error.image),
		refusal: context.get(refusalContext),
	};
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function ErrorRoute({ loaderData }: Route.ComponentProps) {
	const { picture, refusal } = loaderData;
	return <ErrorPage picture={picture} {...(refusal && { status: refusal.status, refusal })} />;
}
