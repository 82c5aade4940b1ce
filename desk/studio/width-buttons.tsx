import type { FrameWidth } from "./page-frame.tsx";

/** Shows framed pages as on a phone or on a desktop. */
export function WidthButtons({ width, onWidth }: { width: FrameWidth; onWidth(width: FrameWidth): void }) {
	return (["phone", "desktop"] as const).map((one) => (
		<button key={one} type="button" aria-pressed={width === one} onClick={() => onWidth(one)}>
			{one === "phone" ? "Phone" : "Desktop"}
		</button>
	));
}
