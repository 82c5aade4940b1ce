import { useEffect, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { Button } from "../../ui/button.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { BlogPagination } from "./blog-pagination.tsx";
import { PostCard, type PostCardLook, type PostView } from "./post-card.tsx";
import { SectionHeading } from "./section-heading.tsx";

const batchSize = 6;
const parameter = "posts";

/** Blocks of three: a tall card beside two others, then mirrored. */
const blocks: { look: PostCardLook; className: string }[] = [
	{ look: "tall", className: "lg:col-span-7 lg:row-span-2" },
	{ look: "beside", className: "lg:col-span-5" },
	{ look: "beside", className: "lg:col-span-5" },
	{ look: "beside", className: "lg:col-span-5 lg:col-start-1" },
	{ look: "beside", className: "lg:col-span-5 lg:col-start-1" },
	{ look: "tall", className: "lg:col-span-7 lg:col-start-6 lg:row-span-2" },
];
const blockSize = 3;
const lastAlone = { look: "banner", className: "md:col-span-2 lg:col-span-12" } as const;
const lastTwo = { look: "beside", className: "lg:col-span-6" } as const;

function placeOf(index: number, shown: number) {
	const left = shown % blockSize;
	if (index >= shown - left) return left === 1 ? lastAlone : lastTwo;
	return blocks[index % blocks.length] ?? lastTwo;
}

export type OtherPosts = {
	/** Of the first page, newest first. */
	posts: PostView[];
	/** Of all pages. */
	count: number;
	pageCount: number;
};

type BlogTopicsProps = { title: string; introduction: string; others: OtherPosts };

/**
 * 'Another topic for blog': six posts, and six more with each press of Load more. The number is in the address. Older posts have pages of
 * their own.
 */
export function BlogTopics({ title, introduction, others: { posts, count, pageCount } }: BlogTopicsProps) {
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
		void navigate(
			{ search: `?${parameter}=${shown + batchSize}`, hash },
			{ replace: true, defaultShouldRevalidate: false },
		);
	}

	return (
		<section aria-labelledby="topics-title">
			<SectionHeading id="topics-title" title={title} introduction={introduction} />
			<ul ref={list} className="mt-8 grid gap-6 md:grid-cols-2 lg:grid-flow-dense lg:grid-cols-12">
				{posts.slice(0, shown).map((post, index) => {
					const { look, className } = placeOf(index, shown);
					return (
						<li key={post.slug} className={className}>
							<PostCard post={post} look={look} />
						</li>
					);
				})}
			</ul>
			{shown < posts.length && (
				<div className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-3">
					<Button look="secondary" onClick={loadMore}>
						Load more
					</Button>
					<p role="status" className="tabular text-16 text-muted">
						{shown} of {count} articles
					</p>
				</div>
			)}
			<BlogPagination current={1} last={pageCount} />
		</section>
	);
}

/** Returns how many posts to show: in the HTML all of the page, so that everything is reachable without scripts. */
function useShownPosts(total: number): number {
	const hydrated = useHydrated();
	const [search] = useSearchParams();
	if (!hydrated) return total;
	const asked = Number(search.get(parameter));
	return Math.min(Number.isInteger(asked) && asked > batchSize ? asked : batchSize, total);
}
