import { useEffect, useRef, useState } from "react";

/** Widths of the preview, in CSS pixels. */
export const frameWidths = { phone: 390, desktop: 1280 } as const;
export type FrameWidth = keyof typeof frameWidths;

type Shown = { current: string; next: string | undefined };

/** A preview of a page, scaled to fit. A changed one replaces it once it has loaded, at the same scroll position. */
export function PageFrame({ src, title, width }: { src: string; title: string; width: FrameWidth }) {
	const box = useRef<HTMLDivElement>(null);
	const [shown, setShown] = useState<Shown>({ current: src, next: undefined });
	const wanted = shown.next ?? shown.current;
	if (wanted !== src) setShown({ ...shown, next: src });
	useScale(box, frameWidths[width]);

	function onArrived(arrived: string): void {
		if (arrived !== shown.next) return;
		const [old, fresh] = box.current?.querySelectorAll("iframe") ?? [];
		// A frame whose page did not load shows the browser's own page, which has no document for others.
		fresh?.contentDocument?.defaultView?.scrollTo(0, old?.contentDocument?.defaultView?.scrollY ?? 0);
		setShown({ current: arrived, next: undefined });
	}

	return (
		<div ref={box} className="studio-frame" data-width={width}>
			{[shown.current, ...(shown.next === undefined ? [] : [shown.next])].map((address) => (
				<iframe
					key={address}
					src={address}
					title={title}
					// Nothing runs in it: its own policy forbids it too.
					sandbox="allow-same-origin"
					data-coming={address === shown.next || undefined}
					onLoad={() => onArrived(address)}
				/>
			))}
		</div>
	);
}

/** Sets the scale at which a page fits, as a CSS property. */
function useScale(box: React.RefObject<HTMLElement | null>, width: number): void {
	useEffect(() => {
		const element = box.current;
		if (!element) return;
		const observer = new ResizeObserver(() =>
			element.style.setProperty("--scale", String(Math.min(1, element.clientWidth / width))),
		);
		observer.observe(element);
		return () => observer.disconnect();
	}, [box, width]);
}
