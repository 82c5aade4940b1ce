/** What was made of texts in this round and the one before. */
export type RecentMemory = {
	/** Gives what a function makes of a text, and calls it only when that is not remembered. */
	recall<Value>(make: (text: string) => Value, text: string): Value;
	/** Remembers what a function would make of a text, for the next round. */
	keep<Value>(make: (text: string) => Value, text: string, value: Value): void;
	/** Begins a round: what neither of the last two needed is forgotten. */
	beginRound(): void;
};

type Made = Map<(text: string) => unknown, Map<string, unknown>>;

/** Makes a memory that holds no more than what two rounds need. */
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
