import type { KitState } from "../state.ts";

/** Classes of ui/ without a component. */
export const states: KitState[] = [
	{
		name: "ticks",
		render: () => (
			<ul className="ticks">
				<li>Fixed price</li>
				<li>Fixed date</li>
			</ul>
		),
	},
	{ name: "tabular", render: () => <p className="tabular">11:10, 08:48</p> },
	{
		name: "card-link",
		controls: true,
		render: () => (
			<div className="relative rounded-12 border border-hairline p-5">
				<a href="#classes" className="card-link rounded-6">
					The whole card follows its link
				</a>
			</div>
		),
	},
];
