import { Picture } from "../../picture.tsx";
import { longText, type KitState } from "../state.ts";

const square = (size: number) =>
	`data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="100%" height="100%" fill="tan"/></svg>`)}`;

export const states: KitState[] = [
	{
		name: "With variants",
		render: () => (
			<Picture
				picture={{
					src: square(320),
					srcSet: `${square(160)} 160w, ${square(320)} 320w`,
					width: 320,
					height: 320,
					alt: "A square",
				}}
				sizes="160px"
				className="w-40"
			/>
		),
	},
	{
		name: "Not there",
		render: () => <Picture picture={{ src: "data:,", width: 320, height: 120, alt: "A square that did not arrive" }} />,
	},
	{
		name: "Not there, long text",
		render: () => (
			<Picture picture={{ src: "data:,", width: 320, height: 120, alt: longText }} className="max-w-full" />
		),
	},
	{ name: "Without meaning", render: () => <Picture picture={{ src: square(80), width: 80, height: 80, alt: "" }} /> },
];
