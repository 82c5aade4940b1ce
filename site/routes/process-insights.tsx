import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import { PictureHeading } from "../sections/picture-heading.tsx";
import { ProcessRequests } from "../sections/process-requests.tsx";
import { ProcessRhythm } from "../sections/process-rhythm.tsx";
import { ProcessWeeks } from "../sections/process-weeks.tsx";
import type { Route } from "./+types/process-insights.ts";

export function loader({ context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { hero, weeks, rhythm, requests } = content.copy["process-insights"];
	return {
		head: headOf(content, "/process-insights"),
		hero: { ...hero, image: resolvePicture(content, hero.image) },
		weeks,
		rhythm,
		requests,
	};
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function ProcessInsightsPage({ loaderData }: Route.ComponentProps) {
	const { hero, weeks, rhythm, requests } = loaderData;
	return (
		<>
			<PictureHeading {...hero} headingClass="lg:col-span-5" pictureClass="h-auto w-full lg:col-span-7" />
			<ProcessWeeks {...weeks} />
			<ProcessRhythm {...rhythm} />
			<ProcessRequests {...requests} />
		</>
	);
}
