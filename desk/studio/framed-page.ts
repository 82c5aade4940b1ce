/** A message of the script of a framed page: a pressed text, by its document and input, or how far the page is scrolled. */
export type FrameMessage = { kind: "press"; path: string; name: string } | { kind: "scroll"; top: number };

const fieldAddress = /^([a-z0-9][a-z0-9/-]*\.(?:yml|md))#((?:fields|body)(?:\.[A-Za-z0-9-]+)*)$/;
const longestAddress = 500;

/** Reads a message of a framed page; undefined for anything else. */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
	if (typeof data !== "object" || data === null) return undefined;
	const { kind, field, top } = data as Record<string, unknown>;
	if (kind === "scroll" && typeof top === "number" && Number.isSafeInteger(top) && top >= 0) return { kind, top };
	if (kind !== "press" || typeof field !== "string" || field.length > longestAddress) return undefined;
	const [, path, name] = fieldAddress.exec(field) ?? [];
	return path === undefined || name === undefined ? undefined : { kind, path, name };
}

/** Texts that were typed since the framed page was rendered, by document and input. */
export type TypedTexts = {
	all(): Iterable<[field: string, text: string]>;
	/** Shows a text in the page. */
	show(field: string, text: string): void;
	/** Called when the page is rendered with all of them. */
	clear(): void;
	/**
	 * Calls a function with each text, those before included.
	 * @returns a function that ends it
	 */
	follow(onText: (field: string, text: string) => void): () => void;
};

export function createTypedTexts(): TypedTexts {
	const texts = new Map<string, string>();
	const followers = new Set<(field: string, text: string) => void>();
	return {
		all: () => texts,
		show(field, text) {
			texts.set(field, text);
			for (const tell of followers) tell(field, text);
		},
		clear: () => texts.clear(),
		follow(onText) {
			for (const [field, text] of texts) onText(field, text);
			followers.add(onText);
			return () => void followers.delete(onText);
		},
	};
}
