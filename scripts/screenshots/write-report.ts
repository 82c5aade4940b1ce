import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { escapeMarkup } from "../../shared/escape-markup.ts";
import { isIdentical, isUnexplained, type Comparison } from "./compare-captures.ts";

const areasNamed = 4;

/** Describes a comparison in one line. */
export function describeComparison(comparison: Comparison): string {
	const { before, after, pixels, roundedPixels, areas, changedLines } = comparison;
	if (!before) return "is new";
	if (!after) return "is gone";
	const words = changedLines.length === 0 ? "text is the same" : `${changedLines.length} lines of text differ`;
	const status = before.status === after.status ? "" : `status was ${before.status} and is ${after.status}; `;
	const rounded = roundedPixels === 0 ? "" : ` but for the rounding of ${roundedPixels} pixels`;
	if (isIdentical(comparison)) return `identical${rounded}`;
	if (pixels === 0) return `${status}pixels identical${rounded}; ${words}`;
	const named = areas
		.slice(0, areasNamed)
		.map(({ left, top, width, height }) => `${width}×${height} at (${left}, ${top})`);
	const more = areas.length > areasNamed ? ` and ${areas.length - areasNamed} more` : "";
	return `${status}${pixels} ${pixels === 1 ? "pixel differs" : "pixels differ"} in ${named.join(", ")}${more}; ${words}`;
}

/** Sums up all comparisons in one line. */
export function summarise(comparisons: readonly Comparison[]): string {
	const unexplained = comparisons.filter(isUnexplained).length;
	const identical = comparisons.filter(isIdentical).length;
	const explained = comparisons.length - identical - unexplained;
	return `${comparisons.length} pictures: ${identical} identical, ${explained} with other words, ${unexplained} that no change of words explains.`;
}

/**
 * Writes index.html with the pictures of every differing page: before, after and, in red, the difference. Unexplained ones come first.
 * @param folder with the pictures of the differences
 */
export async function writeReport(
	folder: string,
	comparisons: readonly Comparison[],
	{ beforeFolder, afterFolder }: { beforeFolder: string; afterFolder: string },
): Promise<void> {
	const { same = [], other = [] } = Object.groupBy(comparisons, (comparison) =>
		isIdentical(comparison) ? "same" : "other",
	);
	const sections: string[] = [];
	for (const comparison of other.toSorted(
		(one, another) => Number(isUnexplained(another)) - Number(isUnexplained(one)),
	)) {
		const { page, width, before, after, difference, changedLines } = comparison;
		const figures = [
			...(before ? [await addPicture("before", join(beforeFolder, before.picture), before.picture)] : []),
			...(after ? [await addPicture("after", join(afterFolder, after.picture), after.picture)] : []),
			...(difference === undefined ? [] : [writeFigure("difference", difference)]),
		];
		sections.push(
			`<section><h2>${escapeMarkup(page)} <small>${width} px</small></h2>`,
			`<p class="${isUnexplained(comparison) ? "unexplained" : "explained"}">${escapeMarkup(describeComparison(comparison))}</p>`,
			changedLines.length === 0 ? "" : `<pre>${escapeMarkup(changedLines.join("\n"))}</pre>`,
			`<div class="figures">${figures.join("")}</div></section>`,
		);
	}
	const names = same.map(({ page, width }) => `<li>${escapeMarkup(page)} <small>${width} px</small></li>`);
	await writeFile(
		join(folder, "index.html"),
		`<!doctype html><html lang="en"><meta charset="utf-8"><title>Screenshots compared</title><style>${styles}</style>
<h1>Screenshots compared</h1><p>${escapeMarkup(summarise(comparisons))}</p>
${sections.join("\n")}
<h2>Identical</h2><ul>${names.join("")}</ul></html>\n`,
	);

	async function addPicture(side: string, from: string, name: string): Promise<string> {
		await mkdir(join(folder, side), { recursive: true });
		await copyFile(from, join(folder, side, name));
		return writeFigure(side, `${side}/${name}`);
	}
}

const styles = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem; color: #15130f; background: #fff }
section { border-top: 1px solid #8a8375; margin-top: 2rem }
small { font-weight: 400; color: #6b655a }
.unexplained { color: #b42318; font-weight: 600 }
.figures { display: flex; gap: 1rem; align-items: flex-start }
figure { margin: 0; flex: 1; min-width: 0 }
img { max-width: 100%; border: 1px solid #8a8375 }
pre { background: #f3ede3; padding: 1rem; white-space: pre-wrap }
`;

function writeFigure(caption: string, source: string): string {
	return `<figure><figcaption>${caption}</figcaption><a href="${source}"><img src="${source}" alt="" loading="lazy"></a></figure>`;
}
