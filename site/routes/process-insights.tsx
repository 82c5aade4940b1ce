import { contentContext } from "../../features/publishing/content-context.server.ts";
import { InlinePicture } from "../../features/publishing/inline-picture.tsx";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import { PageHeading } from "../sections/page-heading.tsx";
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
			<section className="container-page grid items-center gap-10 py-12 lg:grid-cols-12 lg:gap-6 lg:py-20">
				<PageHeading
					eyebrow={hero.eyebrow}
					title={hero.title}
					introduction={hero.introduction}
					className="lg:col-span-5"
				/>
				<InlinePicture picture={hero.image} className="h-auto w-full lg:col-span-7" />
			</section>
			<ProcessWeeks {...weeks} />
			<ProcessRhythm {...rhythm} />
			<ProcessRequests {...requests} />
		</>
	);
}
