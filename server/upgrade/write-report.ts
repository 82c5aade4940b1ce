import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { escapeMarkup } from "../../shared/escape-markup.ts";
import type { Difference } from "./compare-releases.ts";
import type { PicturePair } from "./take-pictures.ts";

/** The findings of a rehearsal. */
export type RehearsalResult = {
	/** Releases in words. */
	before: string;
	after: string;
	/** The backup in words. */
	backup: string;
	/** The kind of database that was migrated. */
	database: string;
	migrations: string[];
	/** Duration of the migrations in milliseconds. */
	migrationMs: number;
	pages: Difference[];
	/** Undefined where a release could not render its sample e-mails; `emailsFailure` says why. */
	emails: Difference[] | undefined;
	emailsFailure: string | undefined;
	/** Undefined without a browser. */
	pictures: PicturePair[] | undefined;
	/** Why there are no pictures, or not of every page. */
	picturesNote: string | undefined;
};

const reportFile = "index.html";

const stateWords = {
	same: "unchanged",
	changed: "changed",
	added: "new",
	removed: "gone",
	failed: "failed",
} satisfies Record<Difference["state"], string>;

/** Tells whether everything that the release before shows is shown by the new one. */
export function isPassed({ pages, emailsFailure }: RehearsalResult): boolean {
	return pages.every(({ state }) => state !== "failed") && emailsFailure === undefined;
}

/** Summarises a rehearsal in a few lines. */
export function summarise(result: RehearsalResult, folder: string): string {
	const { pages, emails, pictures } = result;
	const failed = pages.filter(({ state }) => state === "failed");
	const differing = pictures?.filter(({ share }) => share > 0).length;
	return [
		`Rehearsed ${result.before} → ${result.after} on ${result.backup}. Nothing of the installation was changed, and nothing left this machine.`,
		"",
		`Migrations: ${describeMigrations(result)}`,
		`Pages:      ${describeStates(pages)}`,
		`E-mails:    ${emails ? describeStates(emails) : `not compared: ${result.emailsFailure ?? ""}`}`,
		`Weight:     ${describeWeight(pages)}`,
		pictures
			? `Pictures:   ${differing} of ${pictures.length} pages look different${result.picturesNote ? ` (${result.picturesNote})` : ""}`
			: `Pictures:   no screenshots (${result.picturesNote ?? ""}); the pictures that pages load: ${countPictures(pages)} differ`,
		...(failed.length > 0 ? ["", "Failed:", ...failed.map(({ name, failure }) => `  ${name}: ${failure ?? ""}`)] : []),
		"",
		`Report: ${join(folder, reportFile)}`,
		"",
	].join("\n");
}

/** Writes the report, an HTML file without scripts, into a folder. */
export async function writeReport(result: RehearsalResult, folder: string): Promise<void> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	await writeFile(join(folder, reportFile), renderReport(result));
}

const styles = `
	body { margin: 0; padding: 32px; color: #1c1c1a; background: #fff; font: 16px/1.5 system-ui, sans-serif; }
	main { max-width: 1200px; margin: 0 auto; }
	h1 { font-size: 28px; line-height: 1.2; margin: 0 0 16px; }
	h2 { font-size: 20px; margin: 40px 0 12px; }
	table { border-collapse: collapse; width: 100%; }
	th, td { text-align: left; vertical-align: top; padding: 6px 12px 6px 0; border-bottom: 1px solid #d8d8d2; overflow-wrap: anywhere; }
	td.figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
	pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 4px 0 0; font: 14px/1.45 ui-monospace, monospace; }
	del { background: #fbe3e0; text-decoration: none; display: block; }
	ins { background: #def3e1; text-decoration: none; display: block; }
	.failed { color: #b3261e; font-weight: 600; }
	.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; }
	.pair img { width: 100%; border: 1px solid #d8d8d2; }
`;

/** Renders the report as an HTML document. */
export function renderReport(result: RehearsalResult): string {
	const { pages, emails, pictures } = result;
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Rehearsal of an upgrade</title>
<style>${styles}</style>
</head>
<body>
<main>
<h1>${escapeMarkup(result.before)} → ${escapeMarkup(result.after)}</h1>
<p>${escapeMarkup(result.backup)}. Migrations: ${escapeMarkup(describeMigrations(result))}.</p>
${result.migrations.length > 0 ? `<details><summary>Migrations</summary><pre>${result.migrations.map(escapeMarkup).join("\n")}</pre></details>` : ""}
<h2>Pages: ${describeStates(pages)}</h2>
<p>${describeWeight(pages)}</p>
${renderDifferences(pages)}
<h2>E-mails: ${emails ? describeStates(emails) : "not compared"}</h2>
${emails ? renderDifferences(emails) : `<p class="failed">${escapeMarkup(result.emailsFailure ?? "")}</p>`}
<h2>Pictures</h2>
${result.picturesNote === undefined ? "" : `<p>${escapeMarkup(result.picturesNote)}</p>`}
${(pictures ?? []).map(renderPair).join("\n")}
</main>
</body>
</html>
`;
}

function renderDifferences(differences: readonly Difference[]): string {
	const shown = differences.filter(({ state }) => state !== "same");
	if (shown.length === 0) return "<p>No differences.</p>";
	const rows = shown.map(
		({ name, state, failure, words, weight, pictures }) => `<tr>
<td>${escapeMarkup(name)}</td>
<td${state === "failed" ? ' class="failed"' : ""}>${stateWords[state]}${failure === undefined ? "" : `: ${escapeMarkup(failure)}`}</td>
<td>${renderWords(words)}${renderAddresses("Pictures gone", pictures.gone)}${renderAddresses("New pictures", pictures.added)}</td>
<td class="figure">${formatBytes(sumOf(weight.before))}</td>
<td class="figure">${formatBytes(sumOf(weight.after))}</td>
</tr>`,
	);
	return `<table>
<thead><tr><th>Name</th><th>State</th><th>Differences</th><th>Before</th><th>After</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>`;
}

function renderWords(words: Difference["words"]): string {
	if (words.length === 0) return "";
	const lines = words.map(({ sign, line }) => {
		const tag = sign === "+" ? "ins" : "del";
		return `<${tag}>${sign} ${escapeMarkup(line)}</${tag}>`;
	});
	return `<pre>${lines.join("")}</pre>`;
}

function renderAddresses(label: string, addresses: readonly string[]): string {
	return addresses.length === 0 ? "" : `<p>${label}: ${addresses.map(escapeMarkup).join(", ")}</p>`;
}

function renderPair({ path, share, files }: PicturePair): string {
	if (!files) return "";
	return `<h3>${escapeMarkup(path)}: ${(share * 100).toFixed(2)} % of the pixels differ</h3>
<div class="pair"><img src="${files.before}" alt="Before" loading="lazy"><img src="${files.after}" alt="After" loading="lazy"></div>`;
}

function describeStates(differences: readonly Difference[]): string {
	const counts = Map.groupBy(differences, ({ state }) => state);
	const parts = (["failed", "changed", "added", "removed"] as const).flatMap((state) => {
		const count = counts.get(state)?.length ?? 0;
		return count === 0 ? [] : [`${count} ${stateWords[state]}`];
	});
	return [`${differences.length} in all`, ...(parts.length === 0 ? ["none changed"] : parts)].join(", ");
}

function describeMigrations({ migrations, migrationMs, database }: RehearsalResult): string {
	return `${migrations.length === 0 ? "none" : migrations.length} in ${formatDuration(migrationMs)} on ${database}`;
}

/** The weight of the pages that both releases show. */
function describeWeight(pages: readonly Difference[]): string {
	const both = pages.filter(({ weight }) => weight.before && weight.after);
	const add = (side: "before" | "after", part: "page" | "scripts" | "styles" | "pictures") =>
		both.reduce((sum, { weight }) => sum + (weight[side]?.[part] ?? 0), 0) / Math.max(1, both.length);
	return (["page", "scripts", "styles", "pictures"] as const)
		.map((part) => `${part} ${formatBytes(add("before", part))} → ${formatBytes(add("after", part))}`)
		.join(", ")
		.concat(" (average of a page)");
}

function countPictures(pages: readonly Difference[]): number {
	return new Set(pages.flatMap(({ pictures: { gone, added } }) => [...gone, ...added])).size;
}

function sumOf(weight: Difference["weight"]["before"]): number | undefined {
	return weight && weight.page + weight.scripts + weight.styles + weight.pictures;
}

function formatBytes(bytes: number | undefined): string {
	return bytes === undefined ? "–" : `${(bytes / 1_000).toFixed(1)} KB`;
}

function formatDuration(milliseconds: number): string {
	return `${(milliseconds / 1_000).toFixed(1)} s`;
}
