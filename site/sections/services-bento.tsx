import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { Picture, type PictureData } from "../../ui/picture.tsx";
import { ServiceIcon, type ServiceIconName } from "../../ui/service-icon.tsx";

export type ServiceCard = { slug: string; title: string; icon: ServiceIconName; summary: string; picture: PictureData };

type Tone = { card: string; title: string; accent: string; frame: string };

const white: Tone = {
	card: "border-hairline bg-white hover:border-border",
	title: "text-ink group-hover:text-accent-text",
	accent: "text-accent-ui",
	frame: "bg-sand",
};
const sand: Tone = { ...white, card: "border-hairline bg-sand hover:border-border", frame: "bg-white" };
const ink: Tone = {
	card: "on-ink border-ink bg-ink text-sand",
	title: "text-paper group-hover:text-accent-on-dark",
	accent: "text-accent-on-dark",
	frame: "bg-sand",
};

/** Classes of a card on a desktop: its cell in the grid, the frame of its picture, and its text. */
type Shape = { cell: string; frame: string; text: string };

const wide: Shape = {
	cell: "lg:col-span-7 lg:flex-row-reverse",
	frame: "lg:w-[46%] lg:aspect-auto",
	text: "lg:w-[54%]",
};
const tall: Shape = { cell: "lg:col-span-5 lg:row-span-2", frame: "lg:aspect-auto lg:grow", text: "lg:grow-0" };
const broad: Shape = { cell: "lg:col-span-7", frame: "lg:aspect-auto lg:h-80", text: "" };
const narrow: Shape = { cell: "lg:col-span-5", frame: "lg:aspect-auto lg:h-80", text: "" };

/** Two wide cards beside a tall one, a pair, and the first block mirrored; further services start over. */
const places: [Shape, Tone][] = [
	[wide, white],
	[tall, ink],
	[wide, white],
	[broad, sand],
	[narrow, white],
	[tall, sand],
	[wide, white],
	[wide, white],
];

/** The services as cards of different shapes on a desktop, two in a row on a tablet and one on a phone. */
export function ServicesBento({ services }: { services: ServiceCard[] }) {
	return (
		<ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-12">
			{services.map((service, index) => {
				const [shape, tone] = places[index % places.length] ?? [wide, white];
				return <Card key={service.slug} service={service} shape={shape} tone={tone} lazy={index > 1} />;
			})}
		</ul>
	);
}

type CardProps = { service: ServiceCard; shape: Shape; tone: Tone; lazy: boolean };

function Card({ service: { slug, title, icon, summary, picture }, shape, tone, lazy }: CardProps) {
	return (
		<li
			className={`group relative flex flex-col overflow-hidden rounded-20 border transition hover:-translate-y-0.5 ${tone.card} ${shape.cell}`}
		>
			<div className={`relative aspect-[4/3] ${tone.frame} ${shape.frame}`}>
				<Picture picture={picture} lazy={lazy} className="absolute inset-0 size-full object-contain p-2" />
			</div>
			<div className={`flex grow flex-col p-6 lg:p-8 ${shape.text}`}>
				<ServiceIcon name={icon} className={`size-7 ${tone.accent}`} />
				<h2 className={`mt-4 text-28 ${tone.title}`}>
					<Link to={`/case-study/${slug}`} className="card-link rounded-6">
						{title}
					</Link>
				</h2>
				<p className="mt-3 mb-5 text-16">{summary}</p>
				<ArrowRight
					aria-hidden="true"
					className={`mt-auto size-6 transition group-hover:translate-x-1 ${tone.accent}`}
				/>
			</div>
		</li>
	);
}
