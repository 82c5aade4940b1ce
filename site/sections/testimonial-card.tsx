import { Picture, type PictureData } from "../../ui/picture.tsx";

export type TestimonialView = { id: string; quote: string; name: string; position?: string | undefined; avatar: PictureData };

/** A quote with its speaker. In a carousel it is clamped: 6 lines on desktop, 8 on mobile (public-site specification, section 9). */
export function TestimonialCard({ testimonial, clamped = false }: { testimonial: TestimonialView; clamped?: boolean }) {
	const { quote, name, position, avatar } = testimonial;
	return (
		<figure className="flex h-full flex-col justify-between gap-8 rounded-20 border border-hairline bg-white p-6 md:p-8">
			<blockquote
				className={`space-y-3 text-16 text-ink ${clamped ? "line-clamp-8 md:line-clamp-6" : ""}`}
				// Cleaned when the site was built: paragraphs, emphasis and line breaks only.
				dangerouslySetInnerHTML={{ __html: quote }}
			/>
			<figcaption className="flex items-center gap-4">
				<Picture picture={avatar} className="size-14 rounded-full bg-sand" />
				<div>
					<p className="text-16 font-semibold text-ink">{name}</p>
					{position && <p className="text-14 text-muted">{position}</p>}
				</div>
			</figcaption>
		</figure>
	);
}
