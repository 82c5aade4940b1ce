import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { Accordion } from "../../ui/accordion.tsx";
import { StackingTable } from "../../ui/stacking-table.tsx";
import { ItemRow } from "../sections/item-row.tsx";
import { NumberedSteps } from "../sections/numbered-steps.tsx";
import { SectionHeading } from "../sections/section-heading.tsx";
import { SideHeading } from "../sections/side-heading.tsx";
import { Band, beside, besideContent, cardOn } from "./band.tsx";
import type { SectionViewOf } from "./section-view.ts";

/** Two cards a row, the wider one on the other side each time; a last card alone takes its row. */
const unevenWidths = ["lg:col-span-7", "lg:col-span-5", "lg:col-span-5", "lg:col-span-7"];

function widthOf(layout: "uneven" | "three in a row", index: number, count: number): string {
	const perRow = layout === "uneven" ? 2 : 3;
	const inLastRow = count % perRow;
	if (inLastRow > 0 && index >= count - inLastRow)
		return inLastRow === 1 ? "md:col-span-2 lg:col-span-12" : "lg:col-span-6";
	return layout === "uneven" ? (unevenWidths[index % unevenWidths.length] ?? "") : "lg:col-span-4";
}

type Card = SectionViewOf<"cards">["items"][number];

export function CardsSection({ section }: { section: SectionViewOf<"cards"> }) {
	const { layout, items, ground } = section;
	return (
		<Band {...section}>
			<SectionHeading {...section} />
			{layout === "rows" ? (
				<ul className="mt-10 lg:mt-14">
					{items.map((card, index) => (
						<li
							key={index}
							className="group relative grid gap-3 border-t border-hairline py-8 last:border-b lg:grid-cols-12 lg:gap-6 lg:py-10"
						>
							<CardTitle card={card} className="text-28 lg:col-span-5" />
							<p className="max-w-[60ch] lg:col-span-6 lg:col-start-7">{card.description}</p>
						</li>
					))}
				</ul>
			) : (
				<ul className="mt-10 grid gap-6 md:grid-cols-2 lg:mt-14 lg:grid-cols-12">
					{items.map((card, index) => (
						<li
							key={index}
							className={`group relative flex flex-col rounded-20 p-6 md:p-8 ${cardOn(ground)} ${widthOf(layout, index, items.length)} ${card.to ? "transition hover:-translate-y-0.5 hover:border-border" : ""}`}
						>
							<CardTitle card={card} className="text-22 lg:text-28" />
							<p className="mt-3 max-w-[60ch] text-16">{card.description}</p>
							{card.to && (
								<ArrowRight
									aria-hidden="true"
									className="mt-auto size-5 translate-y-2 text-accent-ui transition group-hover:translate-x-1"
								/>
							)}
						</li>
					))}
				</ul>
			)}
		</Band>
	);
}

function CardTitle({ card: { title, to }, className }: { card: Card; className: string }) {
	return (
		<h3 className={className}>
			{to ? (
				<Link to={to} className="card-link rounded-6 group-hover:text-accent-text">
					{title}
				</Link>
			) : (
				title
			)}
		</h3>
	);
}

export function StepsSection({ section }: { section: SectionViewOf<"steps"> }) {
	const { layout, items } = section;
	const onInk = section.ground === "ink";
	if (layout === "in a row")
		return (
			<Band {...section}>
				<SectionHeading {...section} onInk={onInk} />
				<ItemRow items={items} onInk={onInk} ordered />
			</Band>
		);
	return (
		<Band {...section} className={beside}>
			<SideHeading {...section} onInk={onInk} />
			<NumberedSteps steps={items} onInk={onInk} className={besideContent} />
		</Band>
	);
}

const shortColumns: Record<number, string> = {
	2: "md:grid-cols-2",
	3: "md:grid-cols-3",
	4: "md:grid-cols-2 lg:grid-cols-4",
};
/** Longer figures would break on tablets. */
const longColumns: Record<number, string> = { ...shortColumns, 3: "lg:grid-cols-3" };

export function FiguresSection({ section }: { section: SectionViewOf<"figures"> }) {
	const { layout, items, isShort } = section;
	const onInk = section.ground === "ink";
	const isLarge = layout === "in a row" && isShort;
	const figures = items.map(({ value, label }, index) => (
		<div
			key={index}
			className={`flex flex-col-reverse justify-end gap-2 border-t-2 pt-6 ${onInk ? "border-accent-on-dark" : "border-accent-ui"}`}
		>
			<dt className="text-16">{label}</dt>
			<dd
				className={`tabular font-heading font-bold tracking-tight ${isLarge ? "text-hero" : "text-title"} ${onInk ? "text-paper" : "text-ink"}`}
			>
				{value}
			</dd>
		</div>
	));
	if (layout === "in a row")
		return (
			<Band {...section}>
				<SectionHeading {...section} onInk={onInk} />
				<dl
					className={`mt-10 grid gap-x-6 gap-y-10 lg:mt-14 ${(isShort ? shortColumns : longColumns)[items.length] ?? ""}`}
				>
					{figures}
				</dl>
			</Band>
		);
	return (
		<Band {...section} className={beside}>
			<SideHeading {...section} onInk={onInk} />
			<dl className={`grid content-start gap-x-6 gap-y-10 md:grid-cols-2 ${besideContent}`}>{figures}</dl>
		</Band>
	);
}

export function QuestionsSection({ section }: { section: SectionViewOf<"questions"> }) {
	const { id, layout, items } = section;
	const isBeside = layout === "beside the title";
	return (
		<Band {...section} className={isBeside ? beside : ""}>
			{isBeside ? <SideHeading {...section} /> : <SectionHeading {...section} />}
			<div className={isBeside ? besideContent : "mt-10 max-w-[72ch]"}>
				<Accordion
					group={id}
					level={3}
					openFirst
					items={items.map(({ question, answer }, index) => ({
						id: `${id}-question-${index + 1}`,
						title: question,
						content: <p>{answer}</p>,
					}))}
				/>
			</div>
		</Band>
	);
}

export function TableSection({ section }: { section: SectionViewOf<"table"> }) {
	const { title, layout, rowLabel, columns, rows } = section;
	return (
		<Band {...section}>
			<SectionHeading {...section} className="mb-10" />
			<StackingTable
				caption={title}
				rowLabel={rowLabel}
				columns={columns}
				rows={rows}
				{...(layout === "last column highlighted" && { highlighted: columns.length - 1 })}
			/>
		</Band>
	);
}
