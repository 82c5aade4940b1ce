import { useEffect, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { Button } from "../../ui/button.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { PostCard, type PostCardLook, type PostView } from "./post-card.tsx";
import { SectionHeading } from "./section-heading.tsx";

const batchSize = 6;
const parameter = "posts";

/** Rows of a wide and a tall card, changing sides; every third row has two alike. */
const looks: PostCardLook[] = ["wide", "tall", "tall", "wide", "half", "half"];
const widths: Record<PostCardLook, string> = { wide: "lg:col-span-8", tall: "lg:col-span-4", half: "lg:col-span-6" };

type BlogTopicsProps = { title: string; introduction: string; posts: PostView[] };

/** 'Another topic for blog': six posts, and six more with each press of Load more. The address keeps how many. */
export function BlogTopics({ title, introduction, posts }: BlogTopicsProps) {
	const shown = useShownPosts(posts.length);
	const navigate = useNavigate();
	const { hash } = useLocation();
	const list = useRef<HTMLUListElement>(null);
	const firstNew = useRef<number>(undefined);

	useEffect(() => {
		if (firstNew.current === undefined) return;
		list.current?.children[firstNew.current]?.querySelector("a")?.focus({ preventScroll: true });
		firstNew.current = undefined;
	}, [shown]);

	function loadMore() {
		firstNew.current = shown;
		void navigate({ search: `?${parameter}=${shown + batchSize}`, hash }, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false });
	}

	return (
		<section aria-labelledby="topics-title">
			<SectionHeading id="topics-title" title={title} introduction={introduction} />
			<ul ref={list} className="mt-8 grid gap-6 md:grid-cols-2 lg:grid-cols-12">
				{posts.slice(0, shown).map((post, index) => {
					const look = looks[index % looks.length] ?? "tall";
					return (
						<li key={post.slug} className={widths[look]}>
							<PostCard post={post} look={look} />
						</li>
					);
				})}
			</ul>
			{shown < posts.length && (
				<div className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-3">
					<Button look="secondary" onClick={loadMore}>Load more</Button>
					<p className="tabular text-16 text-muted">{shown} of {posts.length} articles</p>
				</div>
			)}
		</section>
	);
}

/** How many posts to show: all of them in the HTML, so that nothing is out of reach without scripts. */
function useShownPosts(total: number): number {
	const hydrated = useHydrated();
	const [search] = useSearchParams();
	if (!hydrated) return total;
	const asked = Number(search.get(parameter));
	return Math.min(Number.isInteger(asked) && asked > batchSize ? asked : batchSize, total);
}
