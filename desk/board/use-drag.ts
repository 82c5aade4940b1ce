import { useEffect, useRef, useState, type RefObject } from "react";
import { useDragAdapter } from "../layout/use-drag-adapter.ts";
import type { Card } from "./card.ts";

/** Makes a card draggable by mouse, pen or long touch. */
export function useDraggable(card: Card): { element: RefObject<HTMLLIElement | null>; isDragged: boolean } {
	const element = useRef<HTMLLIElement>(null);
	const latest = useRef(card);
	const [isDragged, setDragged] = useState(false);
	useEffect(() => {
		latest.current = card;
	}, [card]);
	useDragAdapter(({ draggable }) =>
		element.current
			? draggable({
					element: element.current,
					getInitialData: () => ({ card: latest.current }),
					onDragStart: () => setDragged(true),
					onDrop: () => setDragged(false),
				})
			: undefined,
	);
	return { element, isDragged };
}

/** Makes an element a drop target for cards. */
export function useDropTarget(onCard: (card: Card) => void): {
	target: RefObject<HTMLElement | null>;
	isOver: boolean;
} {
	const target = useRef<HTMLElement>(null);
	const latest = useRef(onCard);
	const [isOver, setOver] = useState(false);
	useEffect(() => {
		latest.current = onCard;
	}, [onCard]);
	useDragAdapter(({ dropTargetForElements }) =>
		target.current
			? dropTargetForElements({
					element: target.current,
					onDragEnter: () => setOver(true),
					onDragLeave: () => setOver(false),
					onDrop({ source }) {
						setOver(false);
						latest.current(source.data.card as Card);
					},
				})
			: undefined,
	);
	return { target, isOver };
}
