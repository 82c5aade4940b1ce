import { writeWeekdays } from "../../shared/slot-texts.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { InlinePicture } from "../../features/publishing/inline-picture.tsx";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import { DemoBookingPanel } from "../sections/demo-booking-panel.tsx";
import { DemoAgenda } from "../sections/demo-agenda.tsx";
import { PageHeading } from "../sections/page-heading.tsx";
import type { Route } from "./+types/demo.ts";

export function loader({ context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { hero, agenda, preparation } = content.copy.demo;
	const { hours, locale } = content.company;
	return {
		head: headOf(content, "/demo"),
		hero: { ...hero, image: resolvePicture(content, hero.image) },
		agenda,
		preparation,
		weekdays: writeWeekdays(hours.days, locale),
	};
}

/** The choices of a call are in the address; nothing loaded depends on them. */
export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function DemoPage({ loaderData }: Route.ComponentProps) {
	const { hero, agenda, preparation, weekdays } = loaderData;
	return (
		<>
			<section className="container-page grid items-center gap-10 py-12 lg:grid-cols-12 lg:gap-6 lg:py-16">
				<PageHeading
					eyebrow={hero.eyebrow}
					title={hero.title}
					introduction={hero.introduction}
					className="lg:col-span-7"
				/>
				<InlinePicture picture={hero.image} className="mx-auto h-auto w-full max-w-sm lg:col-span-5" />
			</section>
			<div className="border-t border-hairline bg-white section-space">
				<div className="container-page grid gap-12 lg:grid-cols-12 lg:gap-6">
					<DemoBookingPanel weekdays={weekdays} />
					<DemoAgenda agenda={agenda} preparation={preparation} />
				</div>
			</div>
		</>
	);
}
