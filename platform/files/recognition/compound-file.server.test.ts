import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCompoundFile, createWordStream } from "../../../tests/support/documents.ts";
import { compoundFileMagic, findCompoundEntries, MalformedCompoundFileError } from "./compound-file.server.ts";

const endOfChain = 0xfffffffe;

/** Reads a file's entries and the start of its document, or tells how it is malformed. */
function readDocument(content: Buffer): { names: string[]; head: string } | { malformed: string } {
	try {
		const entries = findCompoundEntries(content, ["WordDocument", "Macros"]);
		const head = entries.get("WordDocument")?.[0].readStart(12);
		return { names: [...entries.keys()], head: head?.toString("hex") ?? "" };
	} catch (error) {
		if (!(error instanceof MalformedCompoundFileError)) throw error;
		return { malformed: error.message };
	}
}

const anAnswer = expect.toSatisfy((answer: object) => "names" in answer || "malformed" in answer);

/** A file of version 3 with this FAT in its last sectors; every other sector holds a directory entry. */
function createFileWithFat(
	sectors: number,
	next: (sector: number) => number,
	{ directoryStart = 0, start = 0, bytes = 5_000 } = {},
): Buffer {
	const plain = createCompoundFile({ WordDocument: Buffer.alloc(4096) });
	const fatSectors = Math.ceil(sectors / 127);
	const difatSectors = Math.ceil(Math.max(0, fatSectors - 109) / 127);
	const file = Buffer.alloc((1 + sectors + fatSectors + difatSectors) * 512, 0xff);
	plain.copy(file, 0, 0, 512);
	const directory = plain.readUInt32LE(48);
	for (let sector = 0; sector < sectors; sector++)
		plain.copy(file, (sector + 1) * 512, (directory + 1) * 512, (directory + 2) * 512);
	for (let sector = 0; sector < sectors; sector++) {
		file.writeUInt32LE(start, (sector + 1) * 512 + 128 + 116);
		file.writeUInt32LE(bytes, (sector + 1) * 512 + 128 + 120);
		file.writeUInt32LE(next(sector), (1 + sectors) * 512 + sector * 4);
	}
	file.writeUInt32LE(directoryStart, 48);
	for (let index = 0; index < fatSectors; index++) {
		const beyond = index - 109;
		const at =
			beyond < 0 ? 76 + index * 4 : (1 + sectors + fatSectors + Math.floor(beyond / 127)) * 512 + (beyond % 127) * 4;
		file.writeUInt32LE(sectors + index, at);
	}
	if (difatSectors > 0) file.writeUInt32LE(sectors + fatSectors, 68);
	return file;
}

describe("a compound file", () => {
	const document = Buffer.concat([createWordStream(), Buffer.alloc(5_000)]);
	const first = createWordStream().toString("hex", 0, 12);

	test.each<[string, Record<string, Buffer>, 3 | 4]>([
		["of sectors of 512 bytes", { WordDocument: document }, 3],
		["of sectors of 4,096 bytes", { WordDocument: document }, 4],
		[
			"whose stream lies in the mini stream, behind others",
			{ "1Table": Buffer.alloc(3_000), Data: Buffer.alloc(700), WordDocument: document.subarray(0, 1_000) },
			3,
		],
		[
			"whose entry stands in a further sector of the directory",
			{
				...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`Stream ${index}`, Buffer.alloc(10)])),
				WordDocument: document,
			},
			3,
		],
		["whose name is in another script", { WORDDOCUMENT: document }, 3],
		[
			"so large that its header cannot name the whole FAT",
			{ Data: Buffer.alloc(9_000_000), WordDocument: document },
			3,
		],
	])("%s is read", (_case, streams, version) => {
		expect(readDocument(createCompoundFile(streams, { version }))).toMatchObject({
			names: ["WordDocument"],
			head: first,
		});
	});

	test("without the entry that is looked for has none", () => {
		expect(readDocument(createCompoundFile({ Workbook: document }))).toMatchObject({ names: [], head: "" });
	});

	test("is none when it is cut off before the document's end", () => {
		const whole = createCompoundFile({ WordDocument: document });
		for (const length of [0, 8, 511, 512, 600, 1_024, 5_000, document.length])
			expect(readDocument(whole.subarray(0, length))).toHaveProperty("malformed");
	});
});

describe("the reader of compound files ends", () => {
	test("with a stream whose sectors go round in a circle", () => {
		const file = createFileWithFat(4, (sector) => [endOfChain, endOfChain, 3, 2][sector] as number, { start: 3 });
		expect(file.length).toBeLessThan(3_100);
		expect(readDocument(file)).toMatchObject({ malformed: expect.stringContaining("in a circle") });
	});

	test("with a FAT that leads back through 10 MB, sector by sector", () => {
		const sectors = 20_000;
		const back = (sector: number) => (sector === 0 ? endOfChain : sector - 1);
		const longStream = createFileWithFat(sectors, back, { start: sectors - 1, bytes: sectors * 512 });
		expect(readDocument(longStream)).toMatchObject({ names: ["WordDocument"] });
		const longDirectory = createFileWithFat(sectors, back, { directoryStart: sectors - 1 });
		expect(readDocument(longDirectory)).toMatchObject({
			malformed: expect.stringContaining("directory is longer"),
		});
	});

	test("with entries that are each other's storage", () => {
		const file = createCompoundFile({ WordDocument: createWordStream(), Data: createWordStream() });
		const directory = (file.readUInt32LE(48) + 1) * 512;
		for (const entry of [1, 2])
			for (const sibling of [68, 72, 76]) file.writeUInt32LE(3 - entry, directory + entry * 128 + sibling);
		expect(readDocument(file)).toEqual(anAnswer);
	});

	test("with a list of the FAT's places that goes round in a circle", () => {
		const file = createCompoundFile({ WordDocument: Buffer.alloc(9_000_000) });
		const difat = file.readUInt32LE(68);
		file.writeUInt32LE(difat, (difat + 2) * 512 - 4);
		expect(readDocument(file)).toEqual(anAnswer);
	});

	test("soon, whatever follows the signature", () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 6_000 }), (bytes) => {
				const file = Buffer.concat([compoundFileMagic, bytes]);
				expect(readDocument(file)).toEqual(anAnswer);
			}),
			{ numRuns: 300 },
		);
	});

	test("soon, whatever numbers of a whole file are changed", () => {
		const files = [
			createCompoundFile({ WordDocument: createWordStream(), Macros: Buffer.alloc(0) }),
			createCompoundFile({ "1Table": Buffer.alloc(300), WordDocument: Buffer.alloc(1_000) }),
		];
		// Small numbers are sectors of the file.
		const number = fc.oneof(
			fc.nat({ max: 20 }),
			fc.constantFrom(endOfChain, 0xffffffff, 0x7fffffff),
			fc.nat({ max: 0xffffffff }),
		);
		const changes = fc.array(fc.tuple(fc.nat({ max: 3_000 }), number), { minLength: 1, maxLength: 12 });
		fc.assert(
			fc.property(fc.constantFrom(...files), changes, (whole, changed) => {
				const file = Buffer.from(whole);
				for (const [place, value] of changed) file.writeUInt32LE(value, ((place + 6) * 4) % (file.length - 4));
				expect(readDocument(file)).toEqual(anAnswer);
			}),
			{ numRuns: 500 },
		);
	});
});
