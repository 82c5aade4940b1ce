import { ButtonLink } from "../../ui/button.tsx";
import { Prose } from "../sections/prose.tsx";
import { SectionHeading } from "../sections/section-heading.tsx";
import { SideHeading } from "../sections/side-heading.tsx";
import { Band, beside, besideContent } from "./band.tsx";
import type { SectionViewOf } from "./section-view.ts";
import { ShownPictureView } from "./shown-picture.tsx";

const flush = "[&>:first-child]:mt-0";

export function TextSection({ section }: { section: SectionViewOf<"text"> }) {
	const { html, layout, ...frame } = section;
	if (layout === "below the title")
		return (
			<Band {...frame}>
				<SectionHeading {...frame} />
				<Prose html={html} className={`mt-8 ${flush}`} />
			</Band>
		);
	return (
		<Band {...frame} className={beside}>
			<SideHeading {...frame} />
			<Prose html={html} className={`${besideContent} ${flush}`} />
		</Band>
	);
}

export function PictureTextSection({ section }: { section: SectionViewOf<"picture-text"> }) {
	const { html, layout, button, picture, id, title, introduction, ground } = section;
	const isLeft = layout === "picture left";
	return (
		<Band {...{ id, ground }} className="grid items-center gap-10 lg:grid-cols-12 lg:gap-6">
			<div className={isLeft ? "lg:order-2 lg:col-span-5 lg:col-start-8" : "lg:col-span-5"}>
				<h2 id={id} className="text-36">
					{title}
				</h2>
				{introduction && <p className="mt-4 text-22">{introduction}</p>}
				<Prose html={html} className={`mt-6 ${flush}`} />
				{button && (
					<ButtonLink look="secondary" to={button.to} className="mt-8">
						{button.label}
					</ButtonLink>
				)}
			</div>
			<div className={isLeft ? "lg:order-1 lg:col-span-7 lg:pr-10" : "lg:col-span-7 lg:pl-10"}>
				<ShownPictureView picture={picture} sizes="(width >= 78rem) 660px, (width >= 64rem) 55vw, calc(100vw - 40px)" />
			</div>
		</Band>
	);
}
