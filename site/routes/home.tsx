import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import { DemoDialogProvider } from "../sections/demo-dialog.tsx";
import { Hero } from "../sections/hero.tsx";
import { InsightsSection } from "../sections/insights-section.tsx";
import { LateSections } from "../sections/late-sections.tsx";
import { ServicesSection } from "../sections/services-section.tsx";
import { Statistics } from "../sections/statistics.tsx";
import { viewTestimonial } from "../sections/testimonial-view.server.ts";
import { TestimonialsSection } from "../sections/testimonials-section.tsx";
import type { Route } from "./+types/home.ts";

export function loader({ context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { company, home, posts, services, testimonials } = content;
	return {
		head: headOf(content, "/"),
		hero: { ...home.hero, picture: resolvePicture(content, { ...home.hero.picture, alt: "" }) },
		services: {
			title: home.servicesTitle,
			introduction: home.servicesIntroduction,
			tabs: services
				.toSorted((a, b) => a.tab.order - b.tab.order)
				.map(({ slug, title, tab }) => ({
					slug,
					serviceTitle: title,
					label: tab.label,
					title: tab.title,
					bullets: tab.bullets,
					gallery: tab.gallery.map((picture) => resolvePicture(content, picture)),
				})),
		},
		testimonials: testimonials
			.filter((testimonial) => testimonial.home)
			.map((testimonial) => viewTestimonial(content, testimonial)),
		statistics: company.statistics,
		insights: {
			processIntroduction: home.processIntroduction,
			steps: home.process,
			introduction: home.insightsIntroduction,
			insights: (company.parts.blog ? posts : [])
				.flatMap(({ insight, slug, title, date, image }) =>
					insight ? [{ ...insight, slug, title, date, image: resolvePicture(content, image) }] : [],
				)
				.toSorted((a, b) => a.order - b.order),
		},
	};
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function HomePage({ loaderData }: Route.ComponentProps) {
	const { hero, services, testimonials, statistics, insights } = loaderData;
	return (
		<DemoDialogProvider>
			<LateSections />
			<Hero {...hero} />
			<ServicesSection {...services} />
			<TestimonialsSection testimonials={testimonials} />
			<Statistics {...statistics} />
			<InsightsSection {...insights} />
		</DemoDialogProvider>
	);
}
