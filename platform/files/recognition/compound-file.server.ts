/** A stream of a compound file. */
export type CompoundStream = {
	/** Length in bytes. */
	bytes: number;
	/**
	 * Returns a stream's first bytes, fewer of a shorter stream.
	 *
	 * @param length up to 1,024
	 * @throws MalformedCompoundFileError also if a stream with sectors of its own ends after the file
	 */
	readStart(length: number): Buffer;
};

/** The file breaks the rules of its format, or is cut off. */
export class MalformedCompoundFileError extends Error {
	constructor(reason: string) {
		super(`This is no compound file that can be read: ${reason}`);
		this.name = "MalformedCompoundFileError";
	}
}

/** First bytes of compound files (MS-CFB, 2.2). */
export const compoundFileMagic = Buffer.from("d0cf11e0a1b11ae1", "hex");

const headerBytes = 512;
const sectorShifts: Record<number, number> = { 3: 9, 4: 12 };
const miniSectorShift = 6;
const miniSectorBytes = 2 ** miniSectorShift;
/** Sector numbers from here on are not sectors: "end of chain", "free" and others (MS-CFB, 2.1). */
const firstSpecialSector = 0xfffffffa;
const entryBytes = 128;
const streamType = 2;
const rootType = 5;
/** Shorter streams lie in the mini stream (MS-CFB, 2.2). */
const miniStreamCutoffBytes = 4096;
/** FAT sectors that the header lists itself; further sectors list the rest. */
const headerFatSectors = 109;
/** A document has a dozen entries, and a few more for each embedded object. */
const maxDirectoryEntries = 10_000;

/**
 * Finds entries of a compound file (MS-CFB) by name, in all of its storages, by reading the directory as a flat list. It follows a chain of
 * sectors for at most as many steps as the file has sectors: docs/decisions/0012-own-compound-file-reader.md.
 *
 * @param names in upper or lower case
 * @returns the entries found, by name as given and in their order; an entry that is not a stream has no bytes
 * @throws MalformedCompoundFileError
 */
export function findCompoundEntries<Name extends string>(
	file: Buffer,
	names: readonly Name[],
): Map<Name, [CompoundStream, ...CompoundStream[]]> {
	const sectors = openSectors(file);
	const wanted = new Map(names.map((name) => [name.toUpperCase(), name]));
	const found = new Map<Name, [CompoundStream, ...CompoundStream[]]>();
	let miniStreamStart: number | undefined;
	let entriesLeft = maxDirectoryEntries;
	for (const sector of sectors.follow(sectors.directoryStart)) {
		const entries = sectors.read(sector);
		entriesLeft -= entries.length / entryBytes;
		if (entriesLeft < 0) throw new MalformedCompoundFileError("its directory is longer than a document's");
		for (let at = 0; at + entryBytes <= entries.length; at += entryBytes) {
			const entry = entries.subarray(at, at + entryBytes);
			const type = entry.readUInt8(66);
			const start = entry.readUInt32LE(116);
			if (type === rootType) miniStreamStart ??= start;
			const name = wanted.get(readName(entry));
			if (name === undefined || type === 0) continue;
			// Files of version 3 leave the upper half of the length undefined (MS-CFB, 2.6.1); in a file of at most 10 MB it is zero.
			const bytes = type === streamType ? entry.readUInt32LE(120) : 0;
			const stream: CompoundStream = {
				bytes,
				readStart: (length) => readStreamStart(sectors, { start, bytes, miniStreamStart }, Math.min(length, bytes)),
			};
			const others = found.get(name);
			if (others) others.push(stream);
			else found.set(name, [stream]);
		}
	}
	return found;
}

function readName(entry: Buffer): string {
	// The length counts the zero at the end.
	const bytes = Math.min(entry.readUInt16LE(64), 64) - 2;
	return bytes > 0 ? entry.toString("utf16le", 0, bytes).toUpperCase() : "";
}

function readStreamStart(
	sectors: Sectors,
	{ start, bytes, miniStreamStart }: { start: number; bytes: number; miniStreamStart: number | undefined },
	length: number,
): Buffer {
	if (length === 0) return Buffer.alloc(0);
	if (bytes < miniStreamCutoffBytes) {
		if (miniStreamStart === undefined) throw new MalformedCompoundFileError("it has no root");
		const pieces: Buffer[] = [];
		let miniSector = start;
		for (let left = length; left > 0; left -= miniSectorBytes) {
			if (left < length) miniSector = sectors.findNextMini(miniSector);
			const offset = miniSector * miniSectorBytes;
			const sector = sectors.find(miniStreamStart, Math.floor(offset / sectors.sectorBytes));
			pieces.push(sectors.readPart(sector, offset % sectors.sectorBytes, Math.min(left, miniSectorBytes)));
		}
		return Buffer.concat(pieces);
	}
	const lastSector = sectors.find(start, Math.floor((bytes - 1) / sectors.sectorBytes));
	sectors.readPart(lastSector, (bytes - 1) % sectors.sectorBytes, 1);
	const pieces: Buffer[] = [];
	let left = length;
	for (const sector of sectors.follow(start)) {
		pieces.push(sectors.readPart(sector, 0, Math.min(left, sectors.sectorBytes)));
		left -= sectors.sectorBytes;
		if (left <= 0) break;
	}
	return Buffer.concat(pieces);
}

type Sectors = ReturnType<typeof openSectors>;

/** Reads the header of a compound file, and returns readers of its sectors. */
function openSectors(file: Buffer) {
	if (file.length < headerBytes || !file.subarray(0, compoundFileMagic.length).equals(compoundFileMagic))
		throw new MalformedCompoundFileError("it has no header");
	const shift = sectorShifts[file.readUInt16LE(26)];
	if (shift === undefined || file.readUInt16LE(30) !== shift || file.readUInt16LE(32) !== miniSectorShift)
		throw new MalformedCompoundFileError("its sectors have another size than its version says");
	const sectorBytes = 2 ** shift;
	const numbersInSector = sectorBytes / 4;
	const sectorCount = Math.max(0, Math.ceil(file.length / sectorBytes) - 1);

	/** Reads a sector; it is shorter if the file ends within it. */
	function read(sector: number): Buffer {
		if (sector >= sectorCount) throw new MalformedCompoundFileError("it names a sector that it does not have");
		return file.subarray((sector + 1) * sectorBytes, (sector + 2) * sectorBytes);
	}
	function readPart(sector: number, offset: number, length: number): Buffer {
		const part = read(sector).subarray(offset, offset + length);
		if (part.length < length) throw new MalformedCompoundFileError("it was cut off");
		return part;
	}
	function readNumber(sector: number, index: number): number {
		return readPart(sector, index * 4, 4).readUInt32LE();
	}

	const fatSectors = listFatSectors(file, { readNumber, numbersInSector, sectorCount });

	/** Finds the next sector of a chain by the FAT. */
	function findNext(sector: number): number {
		const fatSector = fatSectors[Math.floor(sector / numbersInSector)];
		if (fatSector === undefined) throw new MalformedCompoundFileError("its FAT is too short");
		return readNumber(fatSector, sector % numbersInSector);
	}

	/** Lists the sectors of a chain in order. */
	function* follow(start: number): Generator<number> {
		let sector = start;
		for (let steps = 0; sector < firstSpecialSector; steps++) {
			if (steps >= sectorCount) throw new MalformedCompoundFileError("its sectors go round in a circle");
			if (sector >= sectorCount) throw new MalformedCompoundFileError("it names a sector that it does not have");
			yield sector;
			sector = findNext(sector);
		}
	}

	/** Finds a chain's sector by its index, from 0. */
	function find(start: number, place: number): number {
		if (place >= sectorCount)
			throw new MalformedCompoundFileError("a stream is longer than the file, or goes round in a circle");
		let sector = start;
		for (let steps = 0; steps < place && sector < sectorCount; steps++) sector = findNext(sector);
		if (sector >= sectorCount) throw new MalformedCompoundFileError("a stream ends early");
		return sector;
	}

	const miniFatStart = file.readUInt32LE(60);
	/** Finds the next sector of the mini stream by its own FAT. */
	function findNextMini(miniSector: number): number {
		const part = find(miniFatStart, Math.floor(miniSector / numbersInSector));
		const next = readNumber(part, miniSector % numbersInSector);
		if (next >= firstSpecialSector) throw new MalformedCompoundFileError("a stream ends early");
		return next;
	}

	return { sectorBytes, directoryStart: file.readUInt32LE(48), read, readPart, follow, find, findNextMini };
}

/** Lists the sectors of the FAT that cover sectors of the file. */
function listFatSectors(
	header: Buffer,
	{
		readNumber,
		numbersInSector,
		sectorCount,
	}: { readNumber(sector: number, index: number): number; numbersInSector: number; sectorCount: number },
): number[] {
	const needed = Math.ceil(sectorCount / numbersInSector);
	const fatSectors = Array.from({ length: Math.min(headerFatSectors, needed) }, (_, index) =>
		header.readUInt32LE(76 + index * 4),
	);
	let next = header.readUInt32LE(68);
	while (fatSectors.length < needed && next < firstSpecialSector) {
		for (let index = 0; index < numbersInSector - 1 && fatSectors.length < needed; index++)
			fatSectors.push(readNumber(next, index));
		next = readNumber(next, numbersInSector - 1);
	}
	return fatSectors;
}
