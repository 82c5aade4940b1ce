import { useEffect, useRef, useState, type RefObject } from "react";
import { useDragAdapter } from "./use-drag-adapter.ts";

/** Makes an element draggable by mouse, pen or long touch; `item` is what its target gets. */
export function useDraggable<Of extends HTMLElement>(
	item: unknown,
	{ isOn = true }: { isOn?: boolean } = {},
): { element: RefObject<Of | null>; isDragged: boolean } {
	const element = useRef<Of>(null);
	const latest = useRef(item);
	const [isDragged, setDragged] = useState(false);
	useEffect(() => {
		latest.current = item;
	}, [item]);
	useDragAdapter(
		({ draggable }) =>
			element.current && isOn
				? draggable({
						element: element.current,
						getInitialData: () => ({ item: latest.current }),
						onDragStart: () => setDragged(true),
						onDrop: () => setDragged(false),
					})
				: undefined,
		isOn,
	);
	return { element, isDragged };
}

/** Makes an element a drop target for those of the page's items that it accepts. */
export function useDropTarget<Of extends HTMLElement>(
	onItem: (item: unknown) => void,
	accepts: (item: unknown) => boolean = () => true,
): {
	target: RefObject<Of | null>;
	isOver: boolean;
} {
	const target = useRef<Of>(null);
	const latest = useRef({ onItem, accepts });
	const [isOver, setOver] = useState(false);
	useEffect(() => {
		latest.current = { onItem, accepts };
	}, [onItem, accepts]);
	useDragAdapter(({ dropTargetForElements }) =>
		target.current
			? dropTargetForElements({
					element: target.current,
					canDrop: ({ source }) => latest.current.accepts(source.data.item),
					onDragEnter: () => setOver(true),
					onDragLeave: () => setOver(false),
					onDrop({ source }) {
						setOver(false);
						latest.current.onItem(source.data.item);
					},
				})
			: undefined,
	);
	return { target, isOver };
}
