import { ButtonLink } from "../../ui/button.tsx";
import { Picture, type PictureData } from "../../ui/picture.tsx";

export type EmptyCategory = { slug: string; name: string; capabilities: string[] };
export type PlaceholderCopy = { title: string; introduction: string; capabilitiesTitle: string };

type LaunchingSoonProps = { category: EmptyCategory; copy: PlaceholderCopy & { picture: PictureData } };

/** 'Almost There', for a category without projects: docs/product/site.md, Portfolio. */
export function LaunchingSoon({ category: { slug, name, capabilities }, copy }: LaunchingSoonProps) {
	return (
		<section
			aria-labelledby={`${slug}-title`}
			className="mt-8 rounded-20 border border-hairline bg-sand p-6 md:p-10 lg:p-14"
		>
			<div className="grid items-center gap-8 lg:grid-cols-12">
				<div className="lg:col-span-7">
					<p className="text-16 font-semibold text-accent-text">{name}</p>
					<h2 id={`${slug}-title`} className="mt-3 text-title">
						{copy.title}
					</h2>
					<p className="mt-6 max-w-[52ch]">{copy.introduction}</p>
				</div>
				<Picture picture={copy.picture} lazy={false} className="mx-auto h-auto w-full max-w-sm lg:col-span-5" />
			</div>
			<div className="mt-10 border-t border-border pt-8">
				{capabilities.length > 0 && (
					<>
						<h3 className="text-22">{copy.capabilitiesTitle}</h3>
						<ul className="ticks mt-6 grid gap-x-12 gap-y-4 md:grid-cols-2">
							{capabilities.map((capability) => (
								<li key={capability} className="text-16">
									{capability}
								</li>
							))}
						</ul>
					</>
				)}
				<ButtonLink to="/contactUs" className="mt-10">
					Let's Talk
				</ButtonLink>
			</div>
		</section>
	);
}
