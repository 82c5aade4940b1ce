import type { KeyboardEvent, SubmitEvent } from "react";
import { Form, Link } from "react-router";
import { Facts } from "../layout/facts.tsx";
import { shortcutsChoice } from "../layout/shortcuts.ts";
import { ValueText } from "../records/shown-value.tsx";
import type { Card, MoveCard } from "./card.ts";
import { useDraggable } from "./use-drag.ts";

type BoardCardProps = {
	card: Card;
	/** Address of the records' pages. */
	path: string;
	/** Where moves are sent. */
	action: string;
	stages: { key: string; label: string }[];
	/** The neighbouring stages. */
	before: string | undefined;
	after: string | undefined;
	onMove: MoveCard;
};

/** One record, moved to another stage by dragging, by key or by menu. */
export function BoardCard({ card, path, action, stages, before, after, onMove }: BoardCardProps) {
	const { element, isDragged } = useDraggable(card);
	const { reference, version, name, received, owner, source, isAnswered, remark } = card;

	const facts = [owner, source, isAnswered ? "" : "No reply yet", remark ?? ""].filter((text) => text !== "");

	function onKeyDown(event: KeyboardEvent) {
		if (event.ctrlKey || event.metaKey || event.altKey || !shortcutsChoice.isOn()) return;
		// Brackets need AltGr on many keyboards.
		const isBack = ["h", "["].includes(event.key);
		const stage = isBack ? before : ["l", "]"].includes(event.key) ? after : undefined;
		if (stage === undefined) return;
		event.preventDefault();
		onMove(card, stage);
	}

	function onSubmit(event: SubmitEvent<HTMLFormElement>) {
		event.preventDefault();
		const stage = new FormData(event.currentTarget).get("stage");
		if (typeof stage === "string") onMove(card, stage);
	}

	return (
		<li ref={element} className="card" data-card={reference} data-dragged={isDragged || undefined}>
			<Link to={`${path}/${reference}`} prefetch="intent" draggable={false} dir="auto" data-row onKeyDown={onKeyDown}>
				{name}
			</Link>
			<span className="aside">
				<ValueText value={received} />
			</span>
			{facts.length > 0 && <Facts facts={facts} />}
			<details>
				<summary>
					Move<span className="sr-only"> {name}</span>
				</summary>
				<Form method="post" action={action} className="inline-form" onSubmit={onSubmit}>
					<input type="hidden" name="reference" value={reference} />
					<input type="hidden" name="version" value={version} />
					<label className="sr-only" htmlFor={`to-${reference}`}>
						Stage
					</label>
					<select key={card.stage} id={`to-${reference}`} name="stage" defaultValue={after ?? before}>
						{stages
							.filter(({ key }) => key !== card.stage)
							.map(({ key, label }) => (
								<option key={key} value={key}>
									{label}
								</option>
							))}
					</select>
					<button>Move</button>
				</Form>
			</details>
		</li>
	);
}
