import { Picture, type PictureData } from "../../ui/picture.tsx";

export type TestimonialView = {
	id: string;
	quote: string;
	name: string;
	position?: string | undefined;
	avatar: PictureData;
};

const looks = {
	plain: {
		card: "border border-hairline bg-white",
		quote: "text-16 text-ink",
		name: "text-ink",
		position: "text-muted",
		avatar: "bg-sand",
	},
	large: {
		card: "border border-hairline bg-white",
		quote: "text-16 text-ink md:text-22",
		name: "text-ink",
		position: "text-muted",
		avatar: "bg-sand",
	},
	sand: { card: "bg-sand", quote: "text-16 text-ink", name: "text-ink", position: "text-muted", avatar: "bg-paper" },
	ink: {
		card: "bg-ink",
		quote: "text-16 text-paper md:text-22",
		name: "text-paper",
		position: "text-sand",
		avatar: "bg-sand",
	},
};

export type TestimonialCardLook = keyof typeof looks;

type TestimonialCardProps = { testimonial: TestimonialView; look?: TestimonialCardLook | undefined; clamped?: boolean };

/**
 * A quote with its speaker. In a carousel it is cut after 6 lines on a desktop and 8 on a phone (docs/product/site.md, Testimonials
 * carousel), and narrow when three fit on a tablet. The portrait appears after the overlay, because the home page's carousel is just
 * below the first screen.
 */
export function TestimonialCard({ testimonial, look = "plain", clamped = false }: TestimonialCardProps) {
	const { quote, name, position, avatar } = testimonial;
	const colours = looks[look];
	return (
		<figure
			className={`flex h-full flex-col justify-between gap-8 rounded-20 p-6 ${clamped ? "lg:p-8" : "md:p-8"} ${colours.card}`}
		>
			<blockquote
				className={`space-y-3 ${colours.quote} ${clamped ? "line-clamp-8 md:line-clamp-6" : ""}`}
				// Sanitised when the site was built: paragraphs, emphasis and line breaks only.
				dangerouslySetInnerHTML={{ __html: quote }}
			/>
			<figcaption className={`flex items-center gap-4 ${clamped ? "md:max-lg:flex-col md:max-lg:items-start" : ""}`}>
				<div
					className={`size-14 shrink-0 overflow-hidden rounded-full ${clamped ? "arrive-late" : ""} ${colours.avatar}`}
				>
					<Picture picture={avatar} className="size-full object-cover" />
				</div>
				<div>
					<p className={`text-16 font-semibold ${colours.name}`}>{name}</p>
					{position && <p className={`text-14 ${colours.position}`}>{position}</p>}
				</div>
			</figcaption>
		</figure>
	);
}
