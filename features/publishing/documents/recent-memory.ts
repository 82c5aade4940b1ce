/** A cache of the current round and the one before. */
export type RecentMemory = {
	/** Returns the cached result of a function for a text, or calls it. */
	recall<Value>(make: (text: string) => Value, text: string): Value;
	/** Caches a result for the next round. */
	keep<Value>(make: (text: string) => Value, text: string, value: Value): void;
	/** Begins a round and drops what the last two did not use. */
	beginRound(): void;
};

type Made = Map<(text: string) => unknown, Map<string, unknown>>;

/** Creates a cache that holds what two rounds need. */
export function createRecentMemory(): RecentMemory {
	let current: Made = new Map();
	let previous: Made = new Map();
	return {
		recall<Value>(make: (text: string) => Value, text: string): Value {
			let texts = current.get(make);
			if (!texts) current.set(make, (texts = new Map()));
			if (!texts.has(text)) {
				const before = previous.get(make);
				texts.set(text, before?.has(text) ? before.get(text) : make(text));
			}
			return texts.get(text) as Value;
		},
		keep(make, text, value) {
			let texts = current.get(make);
			if (!texts) current.set(make, (texts = new Map()));
			texts.set(text, value);
		},
		beginRound() {
			previous = current;
			current = new Map();
		},
	};
}
