import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import { AboutDirection } from "../sections/about-direction.tsx";
import { AboutNext } from "../sections/about-next.tsx";
import { AboutStory } from "../sections/about-story.tsx";
import { AboutValues } from "../sections/about-values.tsx";
import { PictureHeading } from "../sections/picture-heading.tsx";
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
			<PictureHeading {...hero} headingClass="lg:col-span-6" pictureClass="h-auto w-full lg:col-span-6" />
			<AboutStory {...story} />
			<AboutDirection vision={vision} mission={mission} />
			<AboutValues {...values} />
			<Statistics {...statistics} />
			<AboutNext pages={next} />
		</>
	);
}
