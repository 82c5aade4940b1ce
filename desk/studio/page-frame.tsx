import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import { readFrameMessage, type TypedTexts } from "./framed-page.ts";

/** Widths of the preview, in CSS pixels. */
const frameWidths = { phone: 390, desktop: 1280 } as const;
export type FrameWidth = keyof typeof frameWidths;

/** A framed page whose texts can be pressed. */
export type FrameEditing = {
	texts: TypedTexts;
	/** A text was pressed: of this document, edited by this input. */
	onPress(path: string, name: string): void;
};

/** A load of a page: one address may be loaded again, without what was typed into it before. */
type Load = { address: string; number: number };
type Shown = { current: Load; next: Load | undefined };

/** A preview of a page, scaled to fit. A changed one replaces it once it has loaded, at the same scroll position. */
export function PageFrame({
	src,
	title,
	width,
	editing,
}: {
	src: string;
	title: string;
	width: FrameWidth;
	editing?: FrameEditing;
}) {
	const box = useRef<HTMLDivElement>(null);
	const [shown, setShown] = useState<Shown>({ current: { address: src, number: 0 }, next: undefined });
	const scroll = useEditing(box, editing);
	useScale(box, frameWidths[width]);
	useEffect(() => {
		// The script of an edited page goes to the place that its address names; other frames are scrolled from here.
		setShown((was) => {
			const { address, number } = was.next ?? was.current;
			if (addressOf(address) === src) return was;
			return { ...was, next: { address: scroll.current > 0 ? `${src}#${scroll.current}` : src, number: number + 1 } };
		});
	}, [src, scroll]);

	function onArrived(arrived: Load, frame: HTMLIFrameElement): void {
		for (const [field, text] of editing?.texts.all() ?? []) tellFrame(frame, field, text);
		if (arrived.number !== shown.next?.number) return;
		const [old, fresh] = box.current?.querySelectorAll("iframe") ?? [];
		// A frame whose page did not load shows the browser's own page, which has no document for others.
		fresh?.contentDocument?.defaultView?.scrollTo(0, old?.contentDocument?.defaultView?.scrollY ?? 0);
		setShown({ current: arrived, next: undefined });
	}

	return (
		<div ref={box} className="studio-frame" data-width={width}>
			{[shown.current, ...(shown.next ? [shown.next] : [])].map((load) => (
				<iframe
					key={load.number}
					src={load.address}
					title={title}
					// Either nothing runs in it, or one script of an origin that can reach nothing; its own policy says the same.
					sandbox={editing ? "allow-scripts" : "allow-same-origin"}
					data-coming={load === shown.next || undefined}
					onLoad={({ currentTarget }) => onArrived(load, currentTarget)}
				/>
			))}
		</div>
	);
}

function addressOf(src: string): string {
	return src.split("#")[0] ?? src;
}

/** @returns how far the framed page is scrolled, in its own CSS pixels */
function useEditing(box: RefObject<HTMLElement | null>, editing: FrameEditing | undefined): RefObject<number> {
	const scroll = useRef(0);
	const isEdited = editing !== undefined;
	const texts = editing?.texts;
	const onPress = useEffectEvent((path: string, name: string) => editing?.onPress(path, name));
	useEffect(() => {
		if (!isEdited) return;
		const onMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
			const frame = box.current?.querySelector<HTMLIFrameElement>("iframe:not([data-coming])");
			// A sandboxed page has no origin.
			if (origin !== "null" || source === null || source !== frame?.contentWindow) return;
			const message = readFrameMessage(data);
			if (message?.kind === "press") onPress(message.path, message.name);
			else if (message) scroll.current = message.top;
		};
		addEventListener("message", onMessage);
		return () => removeEventListener("message", onMessage);
	}, [box, isEdited]);
	useEffect(
		() =>
			texts?.follow((field, text) => {
				for (const frame of box.current?.querySelectorAll("iframe") ?? []) tellFrame(frame, field, text);
			}),
		[box, texts],
	);
	return scroll;
}

/** A page of an opaque origin can only be addressed by "*"; the desk's policy keeps other pages out of its frames. */
function tellFrame(frame: HTMLIFrameElement, field: string, text: string): void {
	frame.contentWindow?.postMessage({ kind: "text", field, text }, "*");
}

/** Sets the scale at which a page fits, as a CSS property. */
function useScale(box: RefObject<HTMLElement | null>, width: number): void {
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
