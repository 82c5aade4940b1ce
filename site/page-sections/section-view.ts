import type { Ground, SectionOf } from "../../features/publishing/section-schema.ts";
import type { PictureData } from "../../ui/picture.tsx";
import type { ProjectCardView } from "../sections/portfolio-project-card.tsx";
import type { PostView } from "../sections/post-card.tsx";
import type { TestimonialView } from "../sections/testimonial-card.tsx";

/** A picture; a drawing is shown whole and without a frame. */
export type ShownPicture = PictureData & { isDrawn: boolean };

/** The fields of every section; the id is that of its heading. */
export type SectionFrame = { id: string; title: string; introduction?: string | undefined; ground: Ground };

/** The fields of a type of section that its page shows as they are. */
type Shown<Type extends SectionView["type"], Fields extends keyof SectionOf<Type> = never> = SectionFrame & {
	type: Type;
} & Pick<SectionOf<Type>, Fields | ("layout" & keyof SectionOf<Type>)>;

/** A section as its page shows it. */
export type SectionView =
	| (Shown<"text"> & { html: string })
	| (Shown<"picture-text", "button"> & { html: string; picture: ShownPicture })
	| Shown<"cards", "items">
	| Shown<"steps", "items">
	| (Shown<"quotes"> & { testimonials: TestimonialView[] })
	/** Short figures have room in the largest type. */
	| (Shown<"figures", "items"> & { isShort: boolean })
	| (Shown<"logos"> & { items: PictureData[] })
	| Shown<"questions", "items">
	| Shown<"table", "rowLabel" | "columns" | "rows">
	| (Shown<"gallery"> & { pictures: ShownPicture[] })
	| Shown<"form">
	| (Shown<"call", "label"> & { path: string; minutes: number })
	| (Shown<"posts"> & { posts: PostView[] })
	| (Shown<"projects"> & { projects: ProjectCardView[] })
	| (Shown<"jobs"> & {
			/** Undefined when they cannot be read. */
			jobs: { id: string; title: string; about: string; summary: string }[] | undefined;
	  });

export type SectionViewOf<Type extends SectionView["type"]> = Extract<SectionView, { type: Type }>;
