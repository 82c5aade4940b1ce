/** The cost of a page on a phone. */
export type PageWeight = {
	/** Of its HTML, compressed. */
	textBytes: number;
	elements: number;
	/** Of all its pictures, each in the width that a phone loads. */
	pictureBytes: number;
};

/** The page budget (docs/product/site.md, Speed). */
export const pageBudget: PageWeight = { textBytes: 60_000, elements: 1_400, pictureBytes: 500_000 };

/** Lists what exceeds the page budget. */
export function listExcesses(weight: PageWeight): (keyof PageWeight)[] {
	return (Object.keys(pageBudget) as (keyof PageWeight)[]).filter((key) => weight[key] > pageBudget[key]);
}

const amounts: Record<keyof PageWeight, { name: string; write(amount: number): string }> = {
	textBytes: { name: "text", write: writeKilobytes },
	elements: { name: "elements", write: (amount) => amount.toLocaleString("en") },
	pictureBytes: { name: "pictures", write: writeKilobytes },
};

function writeKilobytes(bytes: number): string {
	const kilobytes = bytes / 1_000;
	return `${kilobytes.toLocaleString("en", { maximumFractionDigits: kilobytes < 10 ? 1 : 0 })} KB`;
}

/** Writes a part of a weight with its bound, such as "text: 72 KB (limit 60 KB)". */
export function describeExcess(key: keyof PageWeight, weight: PageWeight): string {
	const { name, write } = amounts[key];
	return `${name}: ${write(weight[key])} (limit ${write(pageBudget[key])})`;
}

/** Describes a weight in one line, with the earlier one if it differs. */
export function describeWeight(weight: PageWeight, before?: PageWeight): string {
	return (Object.keys(amounts) as (keyof PageWeight)[])
		.map((key) => {
			const { name, write } = amounts[key];
			const now = write(weight[key]);
			const was = before && write(before[key]);
			return `${name} ${now}${was !== undefined && was !== now ? ` (now ${was})` : ""}`;
		})
		.join(", ");
}
