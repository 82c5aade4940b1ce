type Milestone = { year: number; title: string; description: string };

type AboutStoryProps = { title: string; paragraphs: string[]; milestones: Milestone[] };

/** The company's story beside its milestones; the newest one has the only filled mark. */
export function AboutStory({ title, paragraphs, milestones }: AboutStoryProps) {
	return (
		<section aria-labelledby="story-title" className="border-t border-hairline bg-white section-space">
			<div className="container-page grid gap-12 lg:grid-cols-12 lg:gap-6">
				<div className="self-start lg:sticky lg:top-28 lg:col-span-5">
					<h2 id="story-title" className="text-36">
						{title}
					</h2>
					{paragraphs.map((paragraph) => (
						<p key={paragraph} className="mt-5 max-w-[52ch]">
							{paragraph}
						</p>
					))}
				</div>
				<ol className="lg:col-span-6 lg:col-start-7">
					{milestones.map((milestone) => (
						<li
							key={milestone.title}
							className="group relative grid grid-cols-[4rem_1fr] gap-x-8 pb-10 last:pb-0 md:grid-cols-[5rem_1fr] md:gap-x-12"
						>
							<span
								aria-hidden="true"
								className="absolute top-4 bottom-0 left-20 w-px bg-hairline group-last:hidden md:left-26"
							/>
							<span
								aria-hidden="true"
								className="absolute top-2.5 left-20 size-3 -translate-x-1/2 rounded-full border-2 border-accent-ui bg-white group-last:bg-accent-ui md:left-26"
							/>
							<p className="tabular font-heading text-22 font-bold text-ink">{milestone.year}</p>
							<div>
								<h3 className="text-22">{milestone.title}</h3>
								<p className="mt-1 text-16">{milestone.description}</p>
							</div>
						</li>
					))}
				</ol>
			</div>
		</section>
	);
}
