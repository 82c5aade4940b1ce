import { ArrowRight, Code, PenTool, Rocket, Search } from "lucide-react";
import { Link } from "react-router";
import { formatDate } from "../../shared/format-date.ts";
import { Carousel } from "../../ui/carousel.tsx";
import { Picture, type PictureData } from "../../ui/picture.tsx";

const stepIcons = { search: Search, "pen-tool": PenTool, code: Code, rocket: Rocket };

export type ProcessStep = { icon: keyof typeof stepIcons; title: string; description: string };
export type InsightView = {
	slug: string;
	title: string;
	excerpt: string;
	date: string;
	tag: string;
	image: PictureData;
};

type InsightsSectionProps = {
	processIntroduction: string;
	steps: ProcessStep[];
	introduction: string;
	insights: InsightView[];
};

/** The four steps and the article cards of the home page: docs/product/site.md, Insights. */
export function InsightsSection({ processIntroduction, steps, introduction, insights }: InsightsSectionProps) {
	return (
		<>
			<section aria-labelledby="process-title" className="late-part-4 section-space">
				<div className="container-page grid gap-12 lg:grid-cols-12">
					<div className="lg:col-span-4">
						<h2 id="process-title" className="text-title">
							How We Achieve It
						</h2>
						<p className="mt-6 max-w-[48ch]">{processIntroduction}</p>
						<Link
							to="/process-insights"
							className="mt-6 inline-flex items-center gap-2 text-16 font-semibold text-accent-text hover:text-ink"
						>
							A project week by week <ArrowRight aria-hidden="true" className="size-5" />
						</Link>
					</div>
					<ol className="grid gap-x-8 md:grid-cols-2 lg:col-span-7 lg:col-start-6">
						{steps.map(({ icon, title, description }, index) => {
							const Icon = stepIcons[icon];
							return (
								<li key={title} className="border-t border-hairline py-8">
									<div className="flex items-center justify-between">
										<Icon aria-hidden="true" strokeWidth={1.75} className="size-7 text-accent-ui" />
										<span aria-hidden="true" className="tabular text-14 font-semibold text-muted">
											{index + 1} / {steps.length}
										</span>
									</div>
									<h3 className="mt-5 text-22">{title}</h3>
									<p className="mt-2 text-16">{description}</p>
								</li>
							);
						})}
					</ol>
				</div>
			</section>

			{insights.length > 0 && (
				<section
					aria-labelledby="insights-title"
					className="late-part-5 border-t border-hairline bg-white section-space"
				>
					<div className="container-page">
						<div className="grid gap-6 lg:grid-cols-12">
							<h2 id="insights-title" className="text-title lg:col-span-7">
								Insights &amp; Innovations
							</h2>
							<p className="max-w-[48ch] lg:col-span-5 lg:pt-3">{introduction}</p>
						</div>
						<div className="mt-10">
							<Carousel
								label="Articles"
								dots="phone"
								slideClass="basis-full md:basis-1/3"
								slides={insights.map((insight) => ({ key: insight.slug, content: <InsightCard insight={insight} /> }))}
							/>
						</div>
					</div>
				</section>
			)}
		</>
	);
}

function InsightCard({ insight: { slug, title, excerpt, date, tag, image } }: { insight: InsightView }) {
	return (
		<article className="group relative flex h-full flex-col overflow-hidden rounded-20 border border-hairline bg-paper transition hover:-translate-y-0.5 hover:border-border">
			<Picture
				picture={image}
				sizes="(width >= 64rem) 390px, 100vw"
				className="aspect-[4/3] h-auto w-full bg-sand object-cover"
			/>
			<div className="flex grow flex-col p-6">
				<p className="flex flex-wrap justify-between gap-x-4 text-14 text-muted">
					<span>{tag}</span>
					<time dateTime={date}>{formatDate(date)}</time>
				</p>
				<h3 className="mt-3 text-22">
					<Link to={`/blog/${slug}`} className="card-link rounded-6 group-hover:text-accent-text">
						{title}
					</Link>
				</h3>
				<p className="mt-2 text-16">{excerpt}</p>
				<ArrowRight
					aria-hidden="true"
					className="mt-auto size-5 translate-y-2 text-accent-ui transition group-hover:translate-x-1"
				/>
			</div>
		</article>
	);
}
