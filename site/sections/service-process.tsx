import { Picture, type PictureData } from "../../ui/picture.tsx";

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
				<ol className="lg:col-span-6 lg:col-start-7">
					{steps.map((step, index) => (
						<li
							key={step.title}
							className="grid grid-cols-[auto_1fr] gap-x-6 border-t border-body py-8 first:border-t-0 first:pt-0 last:pb-0 md:gap-x-10"
						>
							<span aria-hidden="true" className="tabular font-heading text-36 font-bold text-accent-on-dark">
								{index + 1}
							</span>
							<div>
								<h3 className="text-28 text-paper">{step.title}</h3>
								<p className="mt-3">{step.description}</p>
							</div>
						</li>
					))}
				</ol>
			</div>
		</section>
	);
}
