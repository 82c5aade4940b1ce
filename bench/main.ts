import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pageFunctions } from "lighthouse/core/lib/page-functions.js";
import { copyRelease, findPreviousRelease } from "../tests/support/release-copy.ts";
import { builds } from "./builds.ts";
import { contentPages } from "./content-pages.ts";
import { growth } from "./growth.ts";
import { others } from "./others.ts";
import type { Line, Part, Release } from "./part.ts";
import { pictures } from "./pictures.ts";
import { publications } from "./publications.ts";
import { reads } from "./reads.ts";
import { searches } from "./searches.ts";
import { staff } from "./staff.ts";
import { tasks } from "./tasks.ts";
import { uploads } from "./uploads.ts";
import { writes } from "./writes.ts";

const parts: readonly Part[] = [
	contentPages,
	reads,
	searches,
	staff,
	tasks,
	writes,
	uploads,
	pictures,
	others,
	growth,
	publications,
	builds,
];

/**
 * Measures the built server, on loopback alone, and prints one table: each line beside its reference, measured in the same run, and
 * optionally beside the previous release. A measurement takes --seconds.
 */
const { values: options } = parseArgs({
	options: {
		only: { type: "string" },
		seconds: { type: "string", default: "3" },
		connections: { type: "string", default: "16" },
		previous: { type: "string" },
		help: { type: "boolean", default: false },
	},
});
const wanted = options.only?.split(",") ?? parts.map(({ name }) => name);
/** Characters of a failure's reason, which may contain a response of the server. */
const maxReasonCharacters = 100;
const seconds = Number(options.seconds);
const connections = Number(options.connections);
const unknown = wanted.filter((name) => !parts.some((part) => part.name === name));
if (options.help || unknown.length > 0 || !(seconds > 0) || !Number.isInteger(connections) || connections < 1) {
	console.log(`Usage: npm run bench -- [--only PART,PART] [--seconds 3] [--connections 16] [--previous TAG|COMMIT|newest]

Parts:
${parts.map(({ name, about }) => `  ${name.padEnd(10)}${about}`).join("\n")}

--previous builds another release once, in a temporary folder, and measures it beside this one; "newest" is the newest tag.
Run npm run build first, and leave the machine alone meanwhile.`);
	process.exit(options.help ? 0 : 2);
}

type Row = Line & { part: string; previous?: Line | undefined };

console.log(describeMachine());
const rows: Row[] = [];
const previous = options.previous === undefined ? undefined : await copyPrevious(options.previous);
try {
	for (const part of parts.filter(({ name }) => wanted.includes(name))) {
		const own = await runPart(part, {});
		const before = previous && part.comparable ? await runPart(part, previous.release) : [];
		for (const line of own)
			rows.push({ part: part.name, ...line, previous: before.find(({ what }) => what === line.what) });
	}
} finally {
	await previous?.remove();
}
printTable(rows);
console.log(describeMachine());

async function copyPrevious(name: string): Promise<{ release: Release; remove(): Promise<void> }> {
	const commit = name === "newest" ? await findPreviousRelease() : name;
	if (commit === undefined) throw new Error("There is no history to find a release in");
	console.log(`building ${commit}`);
	const { directory, remove } = await copyRelease(commit);
	return { release: { directory, buildDirectory: join(directory, "build") }, remove };
}

/** Runs a part, and prints its measurements meanwhile. The table lists failures. */
async function runPart(part: Part, release: Release): Promise<Line[]> {
	const lines: Line[] = [];
	const tell = (line: Line) => {
		lines.push(line);
		console.log(
			[release.directory === undefined ? "" : "before: ", ...listCells({ part: part.name, ...line })].join("  "),
		);
	};
	try {
		await part.run({ milliseconds: seconds * 1_000, connections, release }, tell);
	} catch (error) {
		tell({ what: part.name, value: `failed: ${String(error).slice(0, maxReasonCharacters)}` });
		process.exitCode = 1;
	}
	return lines;
}

function printTable(all: readonly Row[]): void {
	const table = [
		["part", "what", "a second", "p50 ms", "p99 ms", "beside", "ratio", "wanted", "", "before"],
		...all.map((row) => [...listCells(row), describeBefore(row)]),
	];
	const widths = table[0]?.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0))) ?? [];
	console.log();
	for (const cells of table)
		console.log(
			cells
				.map((cell, column) => cell.padEnd(widths[column] ?? 0))
				.join("  ")
				.trimEnd(),
		);
	console.log();
}

function listCells({ part, what, figures, reference, value, wanted: aim }: Row): string[] {
	const round = (number: number | undefined, digits = 0) =>
		number === undefined
			? ""
			: number.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits });
	const rate = figures?.perSecond;
	return [
		part,
		what,
		round(rate, rate !== undefined && rate < 100 ? 1 : 0),
		round(figures?.p50Ms, 2),
		round(figures?.p99Ms, 2),
		reference ? `${reference.name} ${round(reference.perSecond)}` : "",
		reference && rate !== undefined ? (rate / reference.perSecond).toFixed(2) : "",
		aim ?? "",
		value ?? "",
	];
}

function describeBefore({ previous: line }: Row): string {
	if (!line) return "";
	const [, , rate, , p99, , ratio] = listCells({ part: "", ...line });
	return [rate, ratio && `ratio ${ratio}`, p99 && `p99 ${p99}`, line.value].filter(Boolean).join(", ");
}

/** Lighthouse's benchmarkIndex, here on the project's Node: the present speed of the processor, more is faster. */
function describeMachine(): string {
	const load = loadavg()[0] ?? Number.NaN;
	return `machine: index ${Math.round(pageFunctions.computeBenchmarkIndex())}, ${availableParallelism()} cores, load ${load.toFixed(1)}`;
}
