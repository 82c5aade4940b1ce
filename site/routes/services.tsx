import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import { describeBreadcrumbs } from "../../features/publishing/structured-data.server.ts";
import { originPlaceholder } from "../../platform/pages/origin.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { ServicesBento } from "../sections/services-bento.tsx";
import { SplitHero } from "../sections/split-hero.tsx";
import type { Route } from "./+types/services.ts";

export function loader({ context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { copy, services } = content;
	return {
		head: headOf(content, "/services", {
			structuredData: [describeBreadcrumbs([{ name: "Services", path: "/services" }], originPlaceholder)],
		}),
		copy: copy.services,
		services: services.map(({ slug, title, icon, summary, header }) => ({
			slug,
			title,
			icon,
			summary,
			picture: resolvePicture(content, header.image),
		})),
	};
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function ServicesPage({ loaderData }: Route.ComponentProps) {
	const { copy, services } = loaderData;
	return (
		<>
			<SplitHero {...copy.hero} />

			<section aria-label="All services" className="container-page pb-16 lg:pb-28">
				<ServicesBento services={services} />
			</section>

			<section className="bg-sand section-space">
				<div className="container-page grid items-end gap-8 lg:grid-cols-12">
					<div className="lg:col-span-8">
						<h2 className="text-title">{copy.closing.title}</h2>
						<p className="mt-6 max-w-[52ch]">{copy.closing.introduction}</p>
					</div>
					<div className="lg:col-span-4 lg:text-right">
						<ButtonLink to="/contactUs" className="min-h-14 px-8 text-18">
							Let's Talk
						</ButtonLink>
					</div>
				</div>
			</section>
		</>
	);
}
