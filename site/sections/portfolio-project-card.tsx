import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { Picture, type PictureData } from "../../ui/picture.tsx";

export type ProjectCardView = {
	slug: string;
	title: string;
	/** Slug of its category. */
	category: string;
	label: string;
	description: string;
	picture: PictureData;
};

/** State of a link to a project, so that the way back keeps the filter. */
export type ProjectLinkState = { category: string | undefined };

type ProjectCardProps = {
	project: ProjectCardView;
	index: number;
	filter?: string | undefined;
	/** The level of its title's heading: 2 on the portfolio's page, 3 in a section of another. */
	level?: 2 | 3;
};

/** The first project takes a row; the others pair up, and the wider one of a pair alternates sides. */
const grow = (index: number) => (index % 4 < 2 ? "grow-7" : "grow");

/** One project. The list is a flex container, so the last card may have a row of its own; so wide a card is laid out horizontally. */
export function ProjectCard({
	project: { slug, title, label, description, picture },
	index,
	filter,
	level = 2,
}: ProjectCardProps) {
	const Heading = `h${level}` as const;
	const state: ProjectLinkState = { category: filter };
	return (
		<li className={`@container basis-full ${index === 0 ? "" : `md:basis-80 lg:basis-[28rem] ${grow(index)}`}`}>
			<article className="group relative flex h-full flex-col overflow-hidden rounded-20 border border-hairline bg-paper transition hover:-translate-y-0.5 hover:border-border @3xl:grid @3xl:min-h-96 @3xl:grid-cols-[7fr_5fr]">
				<Picture
					picture={picture}
					lazy={index > 0 || level > 2}
					sizes="(width >= 64rem) 690px, (width >= 48rem) 380px, 100vw"
					className="h-56 w-full bg-sand object-cover object-left-top md:h-64 lg:h-80 @3xl:h-full"
				/>
				<div className="flex grow flex-col p-6 lg:p-8 @3xl:p-10">
					<p className="text-14 text-muted">{label}</p>
					<Heading className="mt-2 text-28 @3xl:text-36">{title}</Heading>
					<p className="mt-3 mb-6 text-16 @3xl:text-18">{description}</p>
					<Link
						to={`/portfolio/${slug}`}
						state={state}
						className="card-link mt-auto inline-flex items-center gap-2 rounded-6 text-16 font-semibold text-accent-text group-hover:text-ink"
					>
						View full case study
						<span className="sr-only">: {title}</span>
						<ArrowRight aria-hidden="true" className="size-5 transition group-hover:translate-x-1" />
					</Link>
				</div>
			</article>
		</li>
	);
}
