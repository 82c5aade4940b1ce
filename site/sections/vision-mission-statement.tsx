import { Picture, type PictureData } from "../../ui/picture.tsx";

type VisionMissionStatementProps = {
	id: string;
	title: string;
	statement: string;
	paragraphs: string[];
	image: PictureData;
	/** Puts the picture on the left on a desktop, on white. */
	pictureFirst?: boolean;
};

export function VisionMissionStatement({
	id,
	title,
	statement,
	paragraphs,
	image,
	pictureFirst = false,
}: VisionMissionStatementProps) {
	return (
		<section
			aria-labelledby={`${id}-title`}
			className={`border-t border-hairline section-space ${pictureFirst ? "bg-white" : "bg-sand"}`}
		>
			<div className="container-page grid items-center gap-10 lg:grid-cols-12 lg:gap-6">
				<div className={pictureFirst ? "lg:order-2 lg:col-span-6 lg:col-start-7" : "lg:col-span-6"}>
					<h2 id={`${id}-title`} className="text-16 font-semibold tracking-normal text-accent-text">
						{title}
					</h2>
					<p className="mt-3 font-heading text-28 font-bold tracking-tight text-balance text-ink md:text-36">
						{statement}
					</p>
					{paragraphs.map((paragraph) => (
						<p key={paragraph} className="mt-5 max-w-[60ch]">
							{paragraph}
						</p>
					))}
				</div>
				<Picture
					picture={image}
					className={`h-auto w-full ${pictureFirst ? "lg:order-1 lg:col-span-5" : "lg:col-span-5 lg:col-start-8"}`}
				/>
			</div>
		</section>
	);
}
