import { contentContext } from "../../features/publishing/content-context.server.ts";
import { InlinePicture } from "../../features/publishing/inline-picture.tsx";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import { AboutDirection } from "../sections/about-direction.tsx";
import { AboutNext } from "../sections/about-next.tsx";
import { AboutStory } from "../sections/about-story.tsx";
import { AboutValues } from "../sections/about-values.tsx";
import { PageHeading } from "../sections/page-heading.tsx";
import { Statistics } from "../sections/statistics.tsx";
import type { Route } from "./+types/about.ts";

export function loader({ context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { about } = content.copy;
	return {
		head: headOf(content, "/aboutUs"),
		hero: { ...about.hero, image: resolvePicture(content, about.hero.image) },
		story: about.story,
		vision: { ...about.vision, image: resolvePicture(content, about.vision.image) },
		mission: { ...about.mission, image: resolvePicture(content, about.mission.image) },
		values: about.values,
		next: about.next,
		statistics: content.company.statistics,
	};
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function AboutPage({ loaderData }: Route.ComponentProps) {
	const { hero, story, vision, mission, values, next, statistics } = loaderData;
	return (
		<>
			<section className="container-page grid items-center gap-10 py-12 lg:grid-cols-12 lg:gap-6 lg:py-20">
				<PageHeading
					eyebrow={hero.eyebrow}
					title={hero.title}
					introduction={hero.introduction}
					className="lg:col-span-6"
				/>
				<InlinePicture picture={hero.image} className="h-auto w-full lg:col-span-6" />
			</section>
			<AboutStory {...story} />
			<AboutDirection vision={vision} mission={mission} />
			<AboutValues {...values} />
			<Statistics {...statistics} />
			<AboutNext pages={next} />
		</>
	);
}
