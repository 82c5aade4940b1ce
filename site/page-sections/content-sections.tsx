import { ArrowRight } from "lucide-react";
import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { Picture } from "../../ui/picture.tsx";
import { useCompany } from "../layout/use-company.ts";
import { useNotices } from "../layout/use-notices.ts";
import { ProjectCard } from "../sections/portfolio-project-card.tsx";
import { PostCard, PostRow, type PostCardLook } from "../sections/post-card.tsx";
import { SectionHeading } from "../sections/section-heading.tsx";
import { SideHeading } from "../sections/side-heading.tsx";
import { TestimonialsGrid } from "../sections/testimonials-grid.tsx";
import { Band, beside, besideContent, cardOn } from "./band.tsx";
import type { SectionViewOf } from "./section-view.ts";

export function QuotesSection({ section }: { section: SectionViewOf<"quotes"> }) {
	const { layout, testimonials } = section;
	if (layout === "cards" && testimonials.length > 1)
		return (
			<Band {...section}>
				<SectionHeading {...section} />
				<TestimonialsGrid testimonials={testimonials} />
			</Band>
		);
	return (
		<Band {...section} className={beside}>
			<SideHeading {...section} />
			<ul className={`space-y-12 ${besideContent}`}>
				{testimonials.map(({ id, quote, name, position, avatar }) => (
					<li key={id}>
						<figure className="border-l-2 border-accent-ui pl-6 md:pl-8">
							<blockquote
								className="space-y-3 text-22 text-ink lg:text-28"
								// Sanitised when the site was built: paragraphs, emphasis and line breaks only.
								dangerouslySetInnerHTML={{ __html: quote }}
							/>
							<figcaption className="mt-8 flex items-center gap-4">
								<span className="size-14 shrink-0 overflow-hidden rounded-full bg-sand">
									<Picture picture={avatar} className="size-full object-cover" />
								</span>
								<span>
									<span className="block text-16 font-semibold text-ink">{name}</span>
									{position && <span className="block text-14 text-muted">{position}</span>}
								</span>
							</figcaption>
						</figure>
					</li>
				))}
			</ul>
		</Band>
	);
}

// Of its own: most pages of sections have no form.
const EnquiryForm = lazy(async () => ({
	default: (await import("../../features/enquiries/enquiry-form.tsx")).EnquiryForm,
}));

export function FormSection({ section }: { section: SectionViewOf<"form"> }) {
	const isBeside = section.layout === "beside the title";
	const contact = useCompany();
	const notices = useNotices();
	return (
		<Band {...section} className={isBeside ? beside : ""}>
			{isBeside ? <SideHeading {...section} /> : <SectionHeading {...section} />}
			<div className={isBeside ? besideContent : "mt-10 max-w-3xl"}>
				<Suspense>
					<EnquiryForm contact={contact} notice={notices.enquiry} />
				</Suspense>
			</div>
		</Band>
	);
}

export function CallSection({ section }: { section: SectionViewOf<"call"> }) {
	const { id, title, introduction, ground, layout, label, path, minutes } = section;
	const onInk = ground === "ink";
	const isCard = layout === "card";
	return (
		<Band {...{ id, ground }}>
			<div
				className={`grid items-end gap-8 lg:grid-cols-12 lg:gap-6 ${isCard ? `rounded-20 p-6 md:p-12 ${onInk ? "border border-body" : ground === "paper" ? "bg-sand" : cardOn(ground)}` : ""}`}
			>
				<div className="lg:col-span-8">
					<h2 id={id} className={`text-title ${onInk ? "text-paper" : ""}`}>
						{title}
					</h2>
					{introduction && <p className="mt-6 max-w-[52ch]">{introduction}</p>}
				</div>
				<div className="lg:col-span-4 lg:text-right">
					<ButtonLink to={path} className="min-h-14 px-8 text-18">
						{label}
					</ButtonLink>
					<p className="mt-4 text-16">{minutes} minutes</p>
				</div>
			</div>
		</Band>
	);
}

/** The look of a card by the number of articles: one takes the row, two share it. */
const postLooks: Record<number, { look: PostCardLook; columns: string }> = {
	1: { look: "banner", columns: "" },
	2: { look: "tall", columns: "md:grid-cols-2" },
};

export function PostsSection({ section }: { section: SectionViewOf<"posts"> }) {
	const { layout, posts } = section;
	if (layout === "rows")
		return (
			<Band {...section} className={beside}>
				<SideHeading {...section} />
				<ul className={`divide-y divide-hairline border-y border-hairline ${besideContent}`}>
					{posts.map((post) => (
						<li key={post.slug}>
							<PostRow post={post} />
						</li>
					))}
				</ul>
			</Band>
		);
	const { look, columns } = postLooks[posts.length] ?? { look: "tall", columns: "md:grid-cols-2 lg:grid-cols-3" };
	return (
		<Band {...section}>
			<SectionHeading {...section} />
			<ul className={`mt-10 grid gap-6 lg:mt-14 ${columns}`}>
				{posts.map((post) => (
					<li key={post.slug}>
						<PostCard post={post} look={look} />
					</li>
				))}
			</ul>
		</Band>
	);
}

export function ProjectsSection({ section }: { section: SectionViewOf<"projects"> }) {
	const { layout, projects } = section;
	if (layout === "cards")
		return (
			<Band {...section}>
				<SectionHeading {...section} />
				<ul className="mt-10 flex flex-wrap gap-6 lg:mt-14">
					{projects.map((project, index) => (
						<ProjectCard key={project.slug} project={project} index={index} level={3} />
					))}
				</ul>
			</Band>
		);
	return (
		<Band {...section} className={beside}>
			<SideHeading {...section} />
			<ul className={`divide-y divide-hairline border-y border-hairline ${besideContent}`}>
				{projects.map(({ slug, title, label, picture }) => (
					<li
						key={slug}
						className="group relative grid grid-cols-[6rem_1fr] items-start gap-5 py-6 md:grid-cols-[9rem_1fr]"
					>
						<Picture
							picture={picture}
							sizes="144px"
							className="aspect-[8/5] h-auto w-full rounded-12 bg-sand object-cover object-left-top"
						/>
						<div>
							<p className="text-14 font-semibold text-muted">{label}</p>
							<h3 className="mt-1 text-18 md:text-22">
								<Link to={`/portfolio/${slug}`} className="card-link rounded-6 group-hover:text-accent-text">
									{title}
								</Link>
							</h3>
						</div>
					</li>
				))}
			</ul>
		</Band>
	);
}

export function JobsSection({ section }: { section: SectionViewOf<"jobs"> }) {
	const { layout, jobs = [], ground } = section;
	const toAll = (
		<Link
			to="/career"
			className="mt-8 inline-flex min-h-11 items-center gap-2 text-16 font-semibold text-accent-text hover:text-ink"
		>
			All open positions <ArrowRight aria-hidden="true" className="size-5" />
		</Link>
	);
	if (layout === "cards")
		return (
			<Band {...section}>
				<SectionHeading {...section} />
				<ul className="mt-10 grid gap-6 md:grid-cols-2 lg:mt-14">
					{jobs.map((job) => (
						<li key={job.id} className={`group relative rounded-20 p-6 md:p-8 ${cardOn(ground)}`}>
							<JobTitle job={job} />
							<p className="mt-3 text-16">{job.summary}</p>
						</li>
					))}
				</ul>
				{toAll}
			</Band>
		);
	return (
		<Band {...section} className={beside}>
			<SideHeading {...section} />
			<div className={besideContent}>
				{jobs.length > 0 && (
					<ul className="divide-y divide-hairline border-y border-hairline">
						{jobs.map((job) => (
							<li key={job.id} className="group relative py-6">
								<JobTitle job={job} />
							</li>
						))}
					</ul>
				)}
				{toAll}
			</div>
		</Band>
	);
}

function JobTitle({ job: { id, title, about } }: { job: NonNullable<SectionViewOf<"jobs">["jobs"]>[number] }) {
	return (
		<>
			<h3 className="text-22">
				<Link to={`/career/jobs/${id}`} className="card-link rounded-6 group-hover:text-accent-text">
					{title}
				</Link>
			</h3>
			<p className="mt-1 text-16 text-muted">{about}</p>
		</>
	);
}
