/** Finds items by their words, without reading every item. */
export type WordIndex<Item extends object> = {
	/** Replaces the items. Unchanged objects are not indexed again. */
	update(items: readonly Item[]): void;
	/**
	 * Returns the items that match every text, best match first, and in their order among equals.
	 * @param wanted words; without any, every item matches
	 * @param isWanted leaves out other items
	 */
	search(wanted: readonly string[], isWanted?: (item: Item) => boolean): Item[];
};

export type WordIndexOptions<Item extends object> = {
	/** Lists the words of an item's fields, the least important field first; at most three fields. */
	listWords(item: Item): readonly (readonly string[])[];
	/** Whether a wanted word may be anywhere in a word, or only at its beginning. */
	matches: "anywhere" | "beginning";
};

/** Places of a word: four times the number of an item, plus the rank of the field. */
type Places = { list: Uint32Array; count: number };

/** All words in one text, which is faster to search than a list; with the start of each word, and the text's end. */
type Vocabulary = { text: string; starts: Uint32Array; places: Places[] };

/** Not part of any word. */
const separator = "\n";
const ranksPerItem = 4;
/** The rank of a match in the most important field, and of no match. */
const topRank = ranksPerItem - 1;
const noRank = 0;
const firstPlaces = 4;
/** Below this number of deleted items, the index is not rebuilt. */
const mostGone = 1_000;

/** Creates an empty index. A search scans all words, but reads no item. */
export function createWordIndex<Item extends object>({ listWords, matches }: WordIndexOptions<Item>): WordIndex<Item> {
	let current: readonly Item[] = [];
	/** The numbers of the items, in their order. */
	let numbers = new Uint32Array();
	let numberOf = new Map<Item, number>();
	let nextNumber = 0;
	let words = new Map<string, Places>();
	let vocabulary: Vocabulary | undefined;

	function add(item: Item): number {
		const number = nextNumber++;
		const ranks = new Map<string, number>();
		// The highest rank is written last and stays.
		for (const [index, field] of listWords(item).entries()) for (const word of field) ranks.set(word, index + 1);
		for (const [word, rank] of ranks) {
			let places = words.get(word);
			if (!places) {
				places = { list: new Uint32Array(firstPlaces), count: 0 };
				// A slice would keep the whole text in memory.
				words.set(Buffer.from(word).toString(), places);
				vocabulary = undefined;
			}
			if (places.count === places.list.length) {
				const longer = new Uint32Array(places.list.length * 2);
				longer.set(places.list);
				places.list = longer;
			}
			places.list[places.count++] = number * ranksPerItem + rank;
		}
		return number;
	}

	/** Ranks each item by its best word that matches. */
	function rankByWords(wanted: string): Uint8Array {
		vocabulary ??= createVocabulary(words);
		const ranks = new Uint8Array(nextNumber);
		for (const { list, count } of findPlaces(vocabulary, matches === "beginning" ? separator + wanted : wanted)) {
			for (let index = 0; index < count; index++) {
				const place = list[index] as number;
				const rank = place % ranksPerItem;
				const number = (place - rank) / ranksPerItem;
				if (rank > (ranks[number] as number)) ranks[number] = rank;
			}
		}
		return ranks;
	}

	/** Creates the ranking of items: by the word that an item matches worst. */
	function createRanking(wanted: readonly string[]): (number: number) => number {
		const ranks = wanted.map(rankByWords);
		return (number) => Math.min(topRank, ...ranks.map((one) => one[number] as number));
	}

	return {
		update(items) {
			if (nextNumber > 2 * items.length + mostGone) {
				nextNumber = 0;
				numberOf = new Map();
				words = new Map();
				vocabulary = undefined;
			}
			numberOf = new Map(items.map((item) => [item, numberOf.get(item) ?? add(item)]));
			numbers = Uint32Array.from(numberOf.values());
			current = items;
		},
		search(wanted, isWanted) {
			const rankOf = createRanking(wanted);
			const found: Item[][] = Array.from({ length: ranksPerItem }, () => []);
			for (let index = 0; index < current.length; index++) {
				const item = current[index] as Item;
				if (isWanted && !isWanted(item)) continue;
				const rank = rankOf(numbers[index] as number);
				if (rank !== noRank) found[rank]?.push(item);
			}
			return found.toReversed().flat();
		},
	};
}

/** Creates the text of all words, each between two separators. */
function createVocabulary(words: ReadonlyMap<string, Places>): Vocabulary {
	const starts = new Uint32Array(words.size + 1);
	let start = 1;
	let index = 0;
	for (const word of words.keys()) {
		starts[index++] = start;
		start += word.length + 1;
	}
	starts[index] = start;
	return { text: ["", ...words.keys(), ""].join(separator), starts, places: [...words.values()] };
}

/** Finds the places of words that contain a text, which may begin with the separator before a word. */
function* findPlaces({ text, starts, places }: Vocabulary, wanted: string): Iterable<Places> {
	const before = wanted.startsWith(separator) ? 1 : 0;
	for (let at = text.indexOf(wanted); at !== -1;) {
		const word = findWordAt(starts, at + before);
		yield places[word] as Places;
		at = text.indexOf(wanted, (starts[word + 1] as number) - before);
	}
}

/** Finds the word at an offset of the vocabulary's text. */
function findWordAt(starts: Uint32Array, at: number): number {
	let low = 0;
	let high = starts.length - 1;
	while (high - low > 1) {
		const middle = Math.floor((low + high) / 2);
		if ((starts[middle] as number) <= at) low = middle;
		else high = middle;
	}
	return low;
}
