/** Pseudo-random numbers, the same for the same seed. */
export type Random = {
	/** At least 0, below 1. */
	next(): number;
	/** A whole number, both ends included. */
	between(first: number, last: number): number;
	/** True with this probability. */
	happens(share: number): boolean;
	/** One of at least one. */
	pick<Value>(values: readonly Value[]): Value;
	/** One of at least one, weighted. */
	pickWeighted<Value>(values: readonly (readonly [value: Value, weight: number])[]): Value;
};

/** @param seed a whole number */
export function createRandom(seed: number): Random {
	let state = seed >>> 0;
	// Mulberry32.
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const pick = <Value>(values: readonly Value[]): Value => {
		const value = values[Math.floor(next() * values.length)];
		if (value === undefined) throw new Error("There is nothing to pick from");
		return value;
	};
	return {
		next,
		between: (first, last) => first + Math.floor(next() * (last - first + 1)),
		happens: (share) => next() < share,
		pick,
		pickWeighted(values) {
			let left = next() * values.reduce((sum, [, weight]) => sum + weight, 0);
			const found = values.find(([, weight]) => (left -= weight) < 0);
			return (found ?? pick(values))[0];
		},
	};
}
