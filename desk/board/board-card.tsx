import type { KeyboardEvent } from "react";
import { Link } from "react-router";
import { shortcutsChoice } from "../layout/shortcuts.ts";
import { useDraggable } from "../layout/use-drag.ts";
import type { Card, MoveCard } from "./card.ts";

type BoardCardProps = {
	card: Card;
	/** Of the record over the board. */
	path: string;
	isOpen: boolean;
	/** The neighbouring stages. */
	before: string | undefined;
	after: string | undefined;
	onMove: MoveCard;
};

/** One record, moved to another stage by dragging or by key, and opened over the board. */
export function BoardCard({ card, path, isOpen, before, after, onMove }: BoardCardProps) {
	const { element, isDragged } = useDraggable<HTMLLIElement>(card);
	const { reference, name, occupation, since, owner, score, hasNewMessage, isAnswered, source, remark } = card;
	const facts = [hasNewMessage || isAnswered ? "" : "No reply yet", source, remark ?? ""].filter((text) => text !== "");

	function onKeyDown(event: KeyboardEvent) {
		if (event.ctrlKey || event.metaKey || event.altKey || !shortcutsChoice.isOn()) return;
		// Brackets need AltGr on many keyboards.
		const isBack = ["h", "["].includes(event.key);
		const stage = isBack ? before : ["l", "]"].includes(event.key) ? after : undefined;
		if (stage === undefined) return;
		event.preventDefault();
		onMove(card, stage);
	}

	return (
		<li
			ref={element}
			className="card"
			data-card={reference}
			data-dragged={isDragged || undefined}
			data-open={isOpen || undefined}
		>
			<span className="card-line">
				<label className="card-select">
					<input type="checkbox" name="reference" value={reference} aria-label={`Select ${name}`} />
				</label>
				<Link
					id={reference}
					to={path}
					prefetch="intent"
					preventScrollReset
					draggable={false}
					dir="auto"
					title={reference}
					aria-current={isOpen ? "page" : undefined}
					data-row
					onKeyDown={onKeyDown}
				>
					{name}
				</Link>
				<time className="card-days number" dateTime={since.dateTime} title={`In this stage since ${since.text}`}>
					{since.days === 0 ? "Today" : `${since.days} d`}
					<span className="sr-only"> in this stage</span>
				</time>
			</span>
			<span className="card-line">
				<span className="card-occupation" dir="auto">
					{occupation}
				</span>
				<span className="work-row-owner" title={owner?.name ?? "Unassigned"} data-unassigned={!owner || undefined}>
					<span aria-hidden="true">{owner?.initials}</span>
					<span className="sr-only">{owner?.name ?? "Unassigned"}</span>
				</span>
			</span>
			<span className="card-line">
				{score !== undefined && (
					<span className="card-score number" title="Average score">
						<span className="sr-only">Score </span>
						{score}
					</span>
				)}
				{hasNewMessage && <span className="card-unread">New reply</span>}
				<span className="card-facts" dir="auto">
					{facts.join(" · ")}
				</span>
			</span>
		</li>
	);
}
