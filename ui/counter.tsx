import { useEffect, useState } from "react";
import { useReducedMotion } from "./use-reduced-motion.ts";

/** Zero for 2 s, then counting for 2 s in 30 steps a second: docs/product/site.md, Timings. */
const startAfterMs = 2000;
const countForMs = 2000;
const stepsPerSecond = 30;

type CounterProps = { value: number; decimals?: number; suffix?: string };

/**
 * A number that counts up once after the page loads.
 *
 * The HTML holds the final value, for search engines, screen readers, visitors without scripts, visitors who prefer less
 * motion, and paper.
 */
export function Counter({ value, decimals = 0, suffix = "" }: CounterProps) {
	const still = useReducedMotion();
	const [share, setShare] = useState(1);

	useEffect(() => {
		if (still) return;
		setShare(0);
		const steps = (countForMs / 1000) * stepsPerSecond;
		let step = 0;
		let ticker: ReturnType<typeof setInterval> | undefined;
		const starter = setTimeout(() => {
			ticker = setInterval(() => {
				step += 1;
				setShare(step / steps);
				if (step >= steps) clearInterval(ticker);
			}, countForMs / steps);
		}, startAfterMs);
		return () => {
			clearTimeout(starter);
			clearInterval(ticker);
			setShare(1);
		};
	}, [still]);

	const format = (number: number) => `${number.toFixed(decimals)}${suffix}`;
	return (
		<>
			<span aria-hidden="true" className="print:hidden">
				{format(value * share)}
			</span>
			<span className="sr-only print:not-sr-only">{format(value)}</span>
		</>
	);
}
