import { Picture, type PictureData } from "../../ui/picture.tsx";

type Direction = { title: string; description: string; image: PictureData };

/** The vision and the mission: docs/product/site.md, About pages. */
export function AboutDirection({ vision, mission }: { vision: Direction; mission: Direction }) {
	return (
		<div className="bg-sand section-space">
			<div className="container-page grid gap-6 lg:grid-cols-12">
				<section aria-labelledby="vision-title" className="flex flex-col rounded-20 bg-white p-6 md:p-10 lg:col-span-7">
					<h2 id="vision-title" className="text-36">
						{vision.title}
					</h2>
					<p className="mt-4 mb-8 max-w-[52ch]">{vision.description}</p>
					<Picture picture={vision.image} className="mx-auto mt-auto h-auto w-full max-w-lg" />
				</section>
				<section
					aria-labelledby="mission-title"
					className="flex flex-col rounded-20 border border-border p-6 md:p-10 lg:col-span-5 lg:mt-24"
				>
					<Picture picture={mission.image} className="mx-auto mb-8 h-auto w-full max-w-sm" />
					<h2 id="mission-title" className="mt-auto text-36">
						{mission.title}
					</h2>
					<p className="mt-4 max-w-[52ch]">{mission.description}</p>
				</section>
			</div>
		</div>
	);
}
