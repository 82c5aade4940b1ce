import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import { PageHeading } from "../sections/page-heading.tsx";
import { VisionMissionMeasures } from "../sections/vision-mission-measures.tsx";
import { VisionMissionPrinciples } from "../sections/vision-mission-principles.tsx";
import { VisionMissionStatement } from "../sections/vision-mission-statement.tsx";
import type { Route } from "./+types/vision-mission.ts";

export function loader({ context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { hero, vision, mission, principles, measures } = content.copy["vision-mission"];
	return {
		head: headOf(content, "/vision-mission"),
		hero,
		vision: { ...vision, image: resolvePicture(content, vision.image) },
		mission: { ...mission, image: resolvePicture(content, mission.image) },
		principles,
		measures,
	};
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function VisionMissionPage({ loaderData }: Route.ComponentProps) {
	const { hero, vision, mission, principles, measures } = loaderData;
	return (
		<>
			<PageHeading {...hero} className="container-page py-12 lg:py-20" />
			<VisionMissionStatement id="vision" {...vision} />
			<VisionMissionStatement id="mission" {...mission} pictureFirst />
			<VisionMissionPrinciples {...principles} />
			<VisionMissionMeasures {...measures} />
		</>
	);
}
