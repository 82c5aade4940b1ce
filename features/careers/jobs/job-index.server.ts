import type { LocationFilter } from "../../../shared/careers.ts";
import type { JobSearch, SearchableJob } from "./job.ts";
import { listJobWords, listSearchedLocations, listWantedJobWords, noRank, topRank } from "./search.ts";

/** Finds jobs as searchJobs does, without reading every one of them. */
export type JobIndex = {
	/** Replaces the open jobs, newest first. Unchanged objects are not indexed again. */
	update(jobs: readonly SearchableJob[]): void;
	/** Returns the matching jobs, best match first. */
	search(search: JobSearch, filters: readonly LocationFilter[]): SearchableJob[];
};

/** Places of a word: four times the number of a job, plus the rank of the field. */
type Places = { list: Uint32Array; count: number };

/** All words in one text, which is faster to search than a list; with the start of each word, and the text's end. */
type Vocabulary = { text: string; starts: Uint32Array; places: Places[] };

/** Not part of any word. */
const separator = "\n";
const ranksPerJob = 4;
const firstPlaces = 4;
/** Below this number of deleted jobs, the index is not rebuilt. */
const mostGone = 1_000;

/**
 * Creates an empty index of jobs by their words. A search matches anywhere in a word, so it scans all words, but reads no job.
 */
export function createJobIndex(): JobIndex {
	let open: readonly SearchableJob[] = [];
	/** The numbers of the open jobs, in their order. */
	let numbers = new Uint32Array();
	let numberOf = new Map<SearchableJob, number>();
	let nextNumber = 0;
	let words = new Map<string, Places>();
	let vocabulary: Vocabulary | undefined;

	function add(job: SearchableJob): number {
		const number = nextNumber++;
		const ranks = new Map<string, number>();
		// The highest rank is written last and stays.
		for (const word of listJobWords(job.descriptionText)) ranks.set(word, 1);
		for (const word of job.keywords.flatMap(listJobWords)) ranks.set(word, 2);
		for (const word of listJobWords(job.title)) ranks.set(word, topRank);
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
			places.list[places.count++] = number * ranksPerJob + rank;
		}
		return number;
	}

	/** Ranks each job by its best word that contains the text. */
	function rankByWords(text: string): Uint8Array {
		vocabulary ??= createVocabulary(words);
		const ranks = new Uint8Array(nextNumber);
		for (const { list, count } of findPlaces(vocabulary, text)) {
			for (let index = 0; index < count; index++) {
				const place = list[index] as number;
				const rank = place % ranksPerJob;
				const number = (place - rank) / ranksPerJob;
				if (rank > (ranks[number] as number)) ranks[number] = rank;
			}
		}
		return ranks;
	}

	/** Creates the ranking of jobs: by the word that a job matches worst. */
	function createRanking(wanted: readonly string[]): (number: number) => number {
		const ranks = wanted.map(rankByWords);
		return (number) => Math.min(topRank, ...ranks.map((one) => one[number] as number));
	}

	return {
		update(jobs) {
			if (nextNumber > 2 * jobs.length + mostGone) {
				nextNumber = 0;
				numberOf = new Map();
				words = new Map();
				vocabulary = undefined;
			}
			numberOf = new Map(jobs.map((job) => [job, numberOf.get(job) ?? add(job)]));
			numbers = Uint32Array.from(numberOf.values());
			open = jobs;
		},
		search({ q, location }, filters) {
			const rankOf = createRanking(listWantedJobWords(q));
			const locations = listSearchedLocations(location, filters);
			const found: SearchableJob[][] = Array.from({ length: ranksPerJob }, () => []);
			for (let index = 0; index < open.length; index++) {
				const job = open[index] as SearchableJob;
				if (locations !== "all" && !locations.includes(job.location)) continue;
				const rank = rankOf(numbers[index] as number);
				if (rank !== noRank) found[rank]?.push(job);
			}
			return found.toReversed().flat();
		},
	};
}

function createVocabulary(words: ReadonlyMap<string, Places>): Vocabulary {
	const starts = new Uint32Array(words.size + 1);
	let start = 0;
	let index = 0;
	for (const word of words.keys()) {
		starts[index++] = start;
		start += word.length + 1;
	}
	starts[index] = start;
	return { text: [...words.keys(), ""].join(separator), starts, places: [...words.values()] };
}

/** Finds the places of words that contain a text. */
function* findPlaces({ text, starts, places }: Vocabulary, wanted: string): Iterable<Places> {
	for (let at = text.indexOf(wanted); at !== -1;) {
		const word = findWordAt(starts, at);
		yield places[word] as Places;
		at = text.indexOf(wanted, starts[word + 1]);
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
