import { useEffect, useRef, useState, type RefObject } from "react";
import { useDragAdapter } from "../../layout/use-drag-adapter.ts";

type Dragged = { list: string; key: string };

/** Makes an entry of a list draggable by its handle to the place of another. */
export function useSortable(
	{ list, key }: Dragged,
	onMove: (dragged: string, place: string) => void,
): {
	element: RefObject<HTMLLIElement | null>;
	handle: RefObject<HTMLSpanElement | null>;
	isOver: boolean;
	isDragged: boolean;
} {
	const element = useRef<HTMLLIElement>(null);
	const handle = useRef<HTMLSpanElement>(null);
	const latest = useRef(onMove);
	const [isOver, setOver] = useState(false);
	const [isDragged, setDragged] = useState(false);
	useEffect(() => {
		latest.current = onMove;
	}, [onMove]);
	useDragAdapter(({ draggable, dropTargetForElements }) => {
		if (!element.current || !handle.current) return undefined;
		const endDragging = draggable({
			element: element.current,
			dragHandle: handle.current,
			getInitialData: () => ({ list, key }),
			onDragStart: () => setDragged(true),
			onDrop: () => setDragged(false),
		});
		const endDropping = dropTargetForElements({
			element: element.current,
			canDrop: ({ source }) => source.data["list"] === list,
			onDragEnter: () => setOver(true),
			onDragLeave: () => setOver(false),
			onDrop({ source }) {
				setOver(false);
				latest.current(String(source.data["key"]), key);
			},
		});
		return () => {
			endDragging();
			endDropping();
		};
	}, `${list} ${key}`);
	return { element, handle, isOver, isDragged };
}
