import { ButtonLink } from "../../ui/button.tsx";
import { SideHeading } from "./side-heading.tsx";

type ProcessRequestsProps = { title: string; introduction: string; items: { title: string; description: string }[] };

/** The client's contributions to a project. */
export function ProcessRequests({ title, introduction, items }: ProcessRequestsProps) {
	return (
		<section
			aria-labelledby="requests-title"
			className="container-page grid gap-10 section-space lg:grid-cols-12 lg:grid-rows-[auto_1fr] lg:gap-x-6 lg:gap-y-8"
		>
			<SideHeading id="requests-title" title={title} introduction={introduction} />
			<ul className="grid gap-6 md:grid-cols-2 lg:col-span-7 lg:col-start-6 lg:row-span-2">
				{items.map((item, index) => (
					<li
						key={item.title}
						className={`rounded-20 p-6 md:p-8 ${index % 3 === 0 ? "bg-sand" : "border border-hairline bg-white"}`}
					>
						<h3 className="text-22">{item.title}</h3>
						<p className="mt-2 text-16">{item.description}</p>
					</li>
				))}
			</ul>
			<ButtonLink to="/contactUs" className="self-start justify-self-start lg:col-span-4 lg:row-start-2">
				Let's Talk
			</ButtonLink>
		</section>
	);
}
