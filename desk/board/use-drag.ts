import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { useEffect, useRef, useState, type RefObject } from "react";
import type { Card } from "./card.ts";

/** Lets a card be dragged by mouse, pen or a long touch. */
export function useDraggable(card: Card): { element: RefObject<HTMLLIElement | null>; isDragged: boolean } {
	const element = useRef<HTMLLIElement>(null);
	const [isDragged, setDragged] = useState(false);
	useEffect(() => {
		if (!element.current) return undefined;
		return draggable({
			element: element.current,
			getInitialData: () => ({ card }),
			onDragStart: () => setDragged(true),
			onDrop: () => setDragged(false),
		});
	}, [card]);
	return { element, isDragged };
}

/** Lets cards be dropped on an element. */
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
	useEffect(() => {
		if (!target.current) return undefined;
		return dropTargetForElements({
			element: target.current,
			onDragEnter: () => setOver(true),
			onDragLeave: () => setOver(false),
			onDrop({ source }) {
				setOver(false);
				latest.current(source.data.card as Card);
			},
		});
	}, []);
	return { target, isOver };
}
