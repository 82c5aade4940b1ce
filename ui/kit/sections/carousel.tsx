import { Carousel } from "../../carousel.tsx";
import { longText, type KitState } from "../state.ts";

const listSlides = (count: number, text = "A sentence that a customer said") =>
	Array.from({ length: count }, (_, index) => ({
		key: String(index),
		content: (
			<p className="rounded-12 border border-hairline bg-white p-5">
				{text} ({index + 1})
			</p>
		),
	}));
const slideClass = "basis-full md:basis-1/3";

export const states: KitState[] = [
	{
		name: "Moving",
		controls: true,
		render: (id) => <Carousel label={`What customers say (${id})`} slides={listSlides(5)} slideClass={slideClass} />,
	},
	{
		name: "Still, arrows and dots on a phone alone",
		render: () => (
			<Carousel
				label="Still"
				slides={listSlides(5)}
				slideClass={slideClass}
				autoplay={false}
				arrows="phone"
				dots="phone"
			/>
		),
	},
	{
		name: "Without arrows",
		render: () => <Carousel label="Without arrows" slides={listSlides(5)} slideClass={slideClass} arrows="never" />,
	},
	{
		name: "Thumbnails",
		controls: true,
		render: (id) => (
			<Carousel
				label={`Screens (${id})`}
				slideClass="basis-full"
				autoplay={false}
				slides={listSlides(3).map((slide) => ({
					...slide,
					thumbnail: <span className="block bg-sand p-3 text-14">{Number(slide.key) + 1}</span>,
				}))}
			/>
		),
	},
	{ name: "One slide", render: () => <Carousel label="One slide" slides={listSlides(1)} slideClass={slideClass} /> },
	{
		name: "Long text",
		render: () => <Carousel label="Long text" slides={listSlides(4, longText)} slideClass={slideClass} />,
	},
	{
		name: "In a hidden panel",
		render: () => <Carousel label="In a hidden panel" slides={listSlides(5)} slideClass={slideClass} active={false} />,
	},
];
