import { useEffect, useRef } from "react";

/** Only for browsers, and no page waits for it: without it, things are moved by key, button or menu. */
const loadAdapter = () => import("@atlaskit/pragmatic-drag-and-drop/element/adapter").catch(() => undefined);
type Adapter = NonNullable<Awaited<ReturnType<typeof loadAdapter>>>;

/** Sets up dragging once its library has loaded, and again when `about` changes. */
export function useDragAdapter(setUp: (adapter: Adapter) => (() => void) | undefined, about?: unknown): void {
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
