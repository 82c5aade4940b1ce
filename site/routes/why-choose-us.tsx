import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import { PictureHeading } from "../sections/picture-heading.tsx";
import { WhyComparison } from "../sections/why-comparison.tsx";
import { WhyReasons } from "../sections/why-reasons.tsx";
import { WhyWeaknesses } from "../sections/why-weaknesses.tsx";
import type { Route } from "./+types/why-choose-us.ts";

export function loader({ context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { hero, reasons, weaknesses, comparison } = content.copy["why-choose-us"];
	return {
		head: headOf(content, "/why-choose-us"),
		hero: { ...hero, image: resolvePicture(content, hero.image) },
		reasons,
		weaknesses,
		comparison,
	};
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function WhyChooseUsPage({ loaderData }: Route.ComponentProps) {
	const { hero, reasons, weaknesses, comparison } = loaderData;
	return (
		<>
			<PictureHeading
				{...hero}
				headingClass="lg:col-span-7"
				pictureClass="mx-auto h-auto w-full max-w-md lg:col-span-5"
			/>
			<WhyReasons {...reasons} />
			<WhyWeaknesses {...weaknesses} />
			<WhyComparison {...comparison} />
		</>
	);
}
