import { useEffect, useRef, useState, type RefObject } from "react";
import type { Card } from "./card.ts";

/** It is for browsers alone, and no page waits for it: without it cards are moved by key or menu. */
const loadAdapter = () => import("@atlaskit/pragmatic-drag-and-drop/element/adapter").catch(() => undefined);
type Adapter = NonNullable<Awaited<ReturnType<typeof loadAdapter>>>;

/** Lets a card be dragged by mouse, pen or a long touch. */
export function useDraggable(card: Card): { element: RefObject<HTMLLIElement | null>; isDragged: boolean } {
	const element = useRef<HTMLLIElement>(null);
	const [isDragged, setDragged] = useState(false);
	useAdapter(
		({ draggable }) =>
			element.current
				? draggable({
						element: element.current,
						getInitialData: () => ({ card }),
						onDragStart: () => setDragged(true),
						onDrop: () => setDragged(false),
					})
				: undefined,
		card,
	);
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
	useAdapter(({ dropTargetForElements }) =>
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

/** Sets something up with what makes elements draggable, once that is there, and again when `about` changes. */
function useAdapter(setUp: (adapter: Adapter) => (() => void) | undefined, about?: unknown): void {
	const latest = useRef(setUp);
	useEffect(() => {
		latest.current = setUp;
	});
	useEffect(() => {
		let isOver = false;
		let tearDown: (() => void) | undefined;
		void loadAdapter().then((adapter) => {
			if (adapter && !isOver) tearDown = latest.current(adapter);
		});
		return () => {
			isOver = true;
			tearDown?.();
		};
	}, [about]);
}
