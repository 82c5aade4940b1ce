import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { Form } from "react-router";
import { cropAround, type FocalPoint } from "../../../features/publishing/pictures/crop.ts";
import { getShape, type PictureShapeName } from "../../../features/publishing/pictures/picture-shapes.ts";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { ShapeSelect } from "./upload-form.tsx";

type FocalEditorProps = {
	action: string;
	/** The source of the cut. */
	master: { url: string; width: number; height: number };
	initial: { focal: FocalPoint; shape: PictureShapeName };
};

const steps: Record<string, [number, number]> = {
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
	ArrowUp: [0, -1],
	ArrowDown: [0, 1],
};
const bigStep = 10;

/** Chooses a picture's focal point and shape: by a click, by dragging, with the arrow keys, or in numbers, the only way without scripts. */
export function FocalEditor({ action, master, initial }: FocalEditorProps) {
	const [focal, setFocal] = useState(initial.focal);
	const [shape, setShape] = useState(initial.shape);
	const isHydrated = useHydrated();
	const { ratio } = getShape(shape);
	const percent = { x: Math.round(focal.x * 100), y: Math.round(focal.y * 100) };

	function move(x: number, y: number): void {
		const within = (share: number) => Math.min(Math.max(share, 0), 1);
		setFocal({ x: within(x), y: within(y) });
	}

	function moveByKey(event: KeyboardEvent): void {
		const step = steps[event.key];
		if (!step) return;
		event.preventDefault();
		const size = event.shiftKey ? bigStep : 1;
		move((percent.x + step[0] * size) / 100, (percent.y + step[1] * size) / 100);
	}

	return (
		<Form method="post" action={action} className="focal-form">
			<FocalPicture master={master} focal={focal} ratio={ratio} isOn={isHydrated} onMove={move} onKey={moveByKey} />
			<p className="hint" id="focal-hint">
				{ratio
					? "Drag the dot to the most important part. The dimmed area is cropped."
					: "This shape shows the whole picture."}
			</p>
			<div className="focal-fields">
				<ShapeSelect id="cut-shape" shape={initial.shape} onChange={setShape} />
				{(["x", "y"] as const).map((axis) => (
					<div key={axis} className="field">
						<label htmlFor={axis}>{axis === "x" ? "From left, %" : "From top, %"}</label>
						<input
							id={axis}
							name={axis}
							type="number"
							min={0}
							max={100}
							value={percent[axis]}
							aria-describedby="focal-hint"
							onChange={({ currentTarget }) => {
								const share = Number(currentTarget.value) / 100;
								move(axis === "x" ? share : focal.x, axis === "y" ? share : focal.y);
							}}
						/>
					</div>
				))}
			</div>
			<button name="do" value="cut" className="button-main">
				Save crop
			</button>
		</Form>
	);
}

function FocalPicture({
	master,
	focal,
	ratio,
	isOn,
	onMove,
	onKey,
}: {
	master: FocalEditorProps["master"];
	focal: FocalPoint;
	ratio: readonly [number, number] | undefined;
	isOn: boolean;
	onMove(x: number, y: number): void;
	onKey(event: KeyboardEvent): void;
}) {
	const box = useRef<HTMLDivElement>(null);
	const { width, height } = master;
	useEffect(() => {
		const element = box.current;
		if (!element) return;
		const crop = cropAround({ width, height }, focal, ratio);
		// Set by script: the page's policy allows no inline styles.
		const shares = {
			"--x": focal.x,
			"--y": focal.y,
			"--left": crop.left / width,
			"--top": crop.top / height,
			"--wide": crop.width / width,
			"--high": crop.height / height,
		};
		for (const [name, share] of Object.entries(shares)) element.style.setProperty(name, `${share * 100}%`);
	}, [focal, ratio, width, height]);

	function follow(event: PointerEvent<HTMLDivElement>): void {
		if (event.type === "pointermove" && !event.currentTarget.hasPointerCapture(event.pointerId)) return;
		if (event.type === "pointerdown") {
			event.preventDefault();
			event.currentTarget.setPointerCapture(event.pointerId);
			event.currentTarget.querySelector("button")?.focus();
		}
		const edges = event.currentTarget.getBoundingClientRect();
		onMove((event.clientX - edges.left) / edges.width, (event.clientY - edges.top) / edges.height);
	}

	return (
		<div ref={box} className="focal-picture" onPointerDown={follow} onPointerMove={follow}>
			<img src={master.url} width={width} height={height} alt="" draggable={false} />
			{isOn && (
				<>
					{ratio && <span className="focal-crop" aria-hidden="true" />}
					<button
						type="button"
						className="focal-point"
						aria-describedby="focal-hint"
						aria-label={`Focal point: ${Math.round(focal.x * 100)}% from left, ${Math.round(focal.y * 100)}% from top. Move with arrow keys.`}
						onKeyDown={onKey}
					/>
				</>
			)}
		</div>
	);
}
