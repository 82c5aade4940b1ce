import { Stars } from "../../ui/stars.tsx";
import { SectionHeading } from "./section-heading.tsx";

type Lesson = { stars: number; title: string; happened: string; changed: string };

/** Wide and narrow cards alternate; in wide ones the change is beside the problem. */
const wide = { card: "lg:col-span-7", parts: "md:grid-cols-2" };
const narrow = { card: "lg:col-span-5", parts: "md:grid-cols-2 lg:grid-cols-1" };
const whole = { card: "lg:col-span-12", parts: "md:grid-cols-2" };
const places = [wide, narrow, narrow, wide, whole];

/** Problems behind our low ratings, and our changes since. */
export function RatingLessons({
	title,
	introduction,
	items,
}: {
	title: string;
	introduction: string;
	items: Lesson[];
}) {
	return (
		<section aria-labelledby="lessons-title" className="border-t border-hairline bg-white section-space">
			<div className="container-page">
				<SectionHeading id="lessons-title" title={title} introduction={introduction} />
				<ul className="mt-10 grid gap-6 lg:mt-14 lg:grid-cols-12">
					{items.map((lesson, index) => (
						<li
							key={lesson.title}
							className={`rounded-20 border border-hairline bg-paper p-6 md:p-8 ${places[index % places.length]?.card}`}
						>
							<Stars rating={lesson.stars} className="h-5 w-auto text-accent-ui" />
							<h3 className="mt-4 text-22 lg:text-28">{lesson.title}</h3>
							<dl className={`mt-4 grid gap-5 text-16 ${places[index % places.length]?.parts}`}>
								<div>
									<dt className="text-14 text-muted">What happened</dt>
									<dd className="mt-1 max-w-[52ch]">{lesson.happened}</dd>
								</div>
								<div className="border-l-2 border-accent-ui pl-4">
									<dt className="text-14 text-muted">What we changed</dt>
									<dd className="mt-1 max-w-[52ch] text-ink">{lesson.changed}</dd>
								</div>
							</dl>
						</li>
					))}
				</ul>
			</div>
		</section>
	);
}
