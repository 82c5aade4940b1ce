import { Picture, type PictureData } from "../../ui/picture.tsx";
import { NumberedSteps } from "./numbered-steps.tsx";

type ServiceProcessProps = {
	description: string;
	picture: PictureData;
	steps: { title: string; description: string }[];
};

/** 'Our Process': docs/product/site.md, Service pages. */
export function ServiceProcess({ description, picture, steps }: ServiceProcessProps) {
	return (
		<section aria-labelledby="process-title" className="on-ink bg-ink section-space text-sand">
			<div className="container-page grid gap-12 lg:grid-cols-12">
				<div className="lg:col-span-5">
					<h2 id="process-title" className="text-title text-paper">
						Our Process
					</h2>
					<p className="mt-6 max-w-[52ch]">{description}</p>
					<div className="mt-10 rounded-20 bg-sand p-4">
						<Picture picture={picture} className="h-auto w-full" />
					</div>
				</div>
				<NumberedSteps steps={steps} onInk className="lg:col-span-6 lg:col-start-7" />
			</div>
		</section>
	);
}
