import { InlinePicture } from "../../features/publishing/inline-picture.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import type { PictureData } from "../../ui/picture.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";

type ServiceHeaderProps = {
	title: string;
	tagline: string;
	description: string;
	cta: string;
	picture: PictureData;
	formPath: string;
};

export function ServiceHeader({ title, tagline, description, cta, picture, formPath }: ServiceHeaderProps) {
	return (
		<section className="container-page grid items-center gap-10 py-10 lg:grid-cols-12 lg:gap-6 lg:py-16">
			<div className="lg:col-span-7 lg:pr-12">
				<Breadcrumbs trail={[{ to: "/services", name: "Services" }]} current={title} />
				<h1 className="mt-4 text-title">{tagline}</h1>
				<p className="mt-6 max-w-[58ch]">{description}</p>
				<ButtonLink to={formPath} className="mt-8 min-h-14 px-8 text-18 print:hidden">
					{cta}
				</ButtonLink>
			</div>
			<InlinePicture picture={picture} className="mx-auto h-auto w-full max-w-xl lg:col-span-5" />
		</section>
	);
}
