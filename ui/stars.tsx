import { useId } from "react";

const outOf = 5;
const star = {
	size: 24,
	gap: 4,
	path: "M12 2.6 14.9 8.7 21.6 9.6 16.7 14.2 17.9 20.9 12 17.7 6.1 20.9 7.3 14.2 2.4 9.6 9.1 8.7Z",
};
const width = outOf * star.size + (outOf - 1) * star.gap;

/**
 * A rating as stars, the last one filled by the decimals. It inherits the colour of the text and takes its height from
 * a class.
 */
export function Stars({ rating, className }: { rating: number; className?: string }) {
	const clip = useId();
	const whole = Math.floor(rating);
	const stars = Array.from({ length: outOf }, (_, index) => (
		<path
			key={index}
			d={star.path}
			transform={`translate(${index * (star.size + star.gap)} 0)`}
			strokeWidth="1.5"
			strokeLinejoin="round"
		/>
	));
	return (
		<svg
			viewBox={`0 0 ${width} ${star.size}`}
			role="img"
			aria-label={`${rating} out of ${outOf} stars`}
			stroke="currentColor"
			className={className}
		>
			<clipPath id={clip}>
				<rect width={whole * (star.size + star.gap) + (rating - whole) * star.size} height={star.size} />
			</clipPath>
			<g fill="none">{stars}</g>
			<g fill="currentColor" clipPath={`url(#${clip})`}>
				{stars}
			</g>
		</svg>
	);
}
