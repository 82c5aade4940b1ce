import { ArrowLeft } from "lucide-react";
import { data, useLocation } from "react-router";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf, hiddenHead } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import { caseStudyPdfEnding } from "../../features/publishing/site-paths.ts";
import { describeBreadcrumbs, describeProject } from "../../features/publishing/structured-data.server.ts";
import { originPlaceholder } from "../../platform/pages/origin.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { PrintedAddress } from "../layout/printed-address.tsx";
import { NotFound } from "../sections/not-found.tsx";
import type { ProjectLinkState } from "../sections/portfolio-project-card.tsx";
import { ProjectApproach } from "../sections/project-approach.tsx";
import { ProjectChallenge } from "../sections/project-challenge.tsx";
import { ProjectClientNote } from "../sections/project-client-note.tsx";
import { ProjectEnquiry } from "../sections/project-enquiry.tsx";
import { ProjectFinalProduct } from "../sections/project-final-product.tsx";
import { ProjectHeader } from "../sections/project-header.tsx";
import { ProjectPainPoints } from "../sections/project-pain-points.tsx";
import { ProjectSolutions } from "../sections/project-solutions.tsx";
import type { Route } from "./+types/project.ts";

const notFoundMeta = { title: "Project not found", description: "There is no case study at this address." };

export function loader({ params, context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const found = content.projects.find(({ slug }) => slug === params.slug);
	if (!found) {
		const head = hiddenHead(content, `/portfolio/${encodeURIComponent(params.slug)}`, notFoundMeta);
		return data({ head, project: undefined }, { status: 404 });
	}
	const { slug, meta: pageMeta, order: _order, image: _image, caseStudy, ...project } = found;
	const { projectScreens, ...story } = caseStudy;
	const path = `/portfolio/${slug}`;
	const trail = [
		{ name: "Portfolio", path: "/portfolio" },
		{ name: project.title, path },
	];
	return data({
		head: headOf(content, path, {
			meta: pageMeta,
			structuredData: [
				describeProject(found, content.company, originPlaceholder),
				describeBreadcrumbs(trail, originPlaceholder),
			],
		}),
		project: { ...project, ...story, screens: projectScreens.map((picture) => resolvePicture(content, picture)) },
		form: content.copy.contact.form,
	});
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function ProjectPage({ loaderData }: Route.ComponentProps) {
	const backTo = useBackAddress();
	if (!loaderData.project) {
		return (
			<NotFound
				title="Project not found."
				explanation="There is no case study at this address. It may have been renamed, or the link may be incomplete."
			>
				<ButtonLink look="secondary" to={backTo}>
					<ArrowLeft aria-hidden="true" className="size-5" /> Back to the portfolio
				</ButtonLink>
			</NotFound>
		);
	}
	const { head, project, form } = loaderData;
	return (
		<>
			<ProjectHeader
				title={project.title}
				description={project.description}
				background={project.background}
				screens={project.screens}
				backTo={backTo}
			/>
			<ProjectChallenge {...project} pdf={head.path + caseStudyPdfEnding} />
			<ProjectPainPoints points={project.painPoints} summary={project.mobilePainPoints} />
			<ProjectApproach steps={project.approach} />
			<ProjectSolutions solutions={project.solutions} summary={project.mobileSolutions} />
			<ProjectFinalProduct title={project.title} screens={project.screens} />
			{project.testimonial && <ProjectClientNote {...project.testimonial} />}
			<PrintedAddress head={head} />
			<ProjectEnquiry {...form} />
		</>
	);
}

/** Returns the address of the list that the visitor came from, with its filter. */
function useBackAddress(): string {
	const state = useLocation().state as Partial<ProjectLinkState> | null;
	return state?.category ? `/portfolio?category=${encodeURIComponent(state.category)}` : "/portfolio";
}
