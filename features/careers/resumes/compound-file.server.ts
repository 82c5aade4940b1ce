/** A file that is read piece by piece. */
export type ReadableFile = {
	/** Length in bytes. */
	size: number;
	/** Fills a buffer with what stands from an offset on, and tells how many bytes that is; fewer only at the file's end. */
	read(target: Buffer, offset: number): Promise<number>;
};

/** What a compound file says of one of its streams. */
export type CompoundStream = {
	/** Length in bytes. */
	bytes: number;
	/**
	 * Reads a stream's first bytes, once it is sure that the file holds its last one too, if it has sectors of its own.
	 *
	 * @param length up to 1,024
	 * @returns fewer bytes for a shorter stream
	 * @throws MalformedCompoundFileError
	 */
	readStart(length: number): Promise<Buffer>;
};

/** The file breaks the rules of its format, or was cut off. */
export class MalformedCompoundFileError extends Error {
	constructor(reason: string) {
		super(`This is no compound file that can be read: ${reason}`);
		this.name = "MalformedCompoundFileError";
	}
}

/** What compound files begin with (MS-CFB, 2.2). */
export const compoundFileMagic = Buffer.from("d0cf11e0a1b11ae1", "hex");

const headerBytes = 512;
const sectorShifts: Record<number, number> = { 3: 9, 4: 12 };
const miniSectorShift = 6;
/** A sector number that is none: from here on they mean "end of chain", "free" and the like (MS-CFB, 2.1). */
const firstSpecialSector = 0xfffffffa;
const entryBytes = 128;
const streamType = 2;
const rootType = 5;
/** Streams that are shorter lie in the mini stream (MS-CFB, 2.2). */
const miniStreamCutoffBytes = 4096;
/** FAT sectors that the header names itself; the others are named in sectors of their own. */
const headerFatSectors = 109;
/** A document has a dozen entries, and a handful more for each object that it embeds. */
const maxDirectoryEntries = 10_000;

/**
 * Finds entries of a compound file (MS-CFB) by name, in any of its storages: the directory is read as the plain list that it is stored
 * as.
 *
 * Whatever the file holds, a chain of sectors is followed for at most as many steps as the file has sectors, and no more than a 128th of
 * the file is kept in memory: docs/decisions/0012-own-compound-file-reader.md.
 *
 * @param names in upper or lower case
 * @returns the entries that there are, by name as it was asked for and in their order; what is no stream has no bytes
 * @throws MalformedCompoundFileError; whatever reading the file fails with
 */
export async function findCompoundEntries<Name extends string>(
	file: ReadableFile,
	names: readonly Name[],
): Promise<Map<Name, [CompoundStream, ...CompoundStream[]]>> {
	const sectors = await openSectors(file);
	const wanted = new Map(names.map((name) => [name.toUpperCase(), name]));
	const found = new Map<Name, [CompoundStream, ...CompoundStream[]]>();
	let miniStreamStart: number | undefined;
	const entries = Buffer.alloc(sectors.sectorBytes);
	let entriesLeft = maxDirectoryEntries;
	for await (const sector of sectors.follow(sectors.directoryStart)) {
		const length = await sectors.read(entries, sector);
		entriesLeft -= length / entryBytes;
		if (entriesLeft < 0) throw new MalformedCompoundFileError("its directory is longer than a document's");
		for (let at = 0; at + entryBytes <= length; at += entryBytes) {
			const entry = entries.subarray(at, at + entryBytes);
			const type = entry.readUInt8(66);
			const start = entry.readUInt32LE(116);
			if (type === rootType) miniStreamStart ??= start;
			const name = wanted.get(readName(entry));
			if (name === undefined || type === 0) continue;
			// The upper half of the length is nobody's in files of version 3 (MS-CFB, 2.6.1), and zero in any as small as a resume.
			const bytes = type === streamType ? entry.readUInt32LE(120) : 0;
			const stream: CompoundStream = {
				bytes,
				readStart: (wantedBytes) =>
					readStreamStart(sectors, { start, bytes, miniStreamStart }, Math.min(wantedBytes, bytes)),
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

async function readStreamStart(
	sectors: Sectors,
	{ start, bytes, miniStreamStart }: { start: number; bytes: number; miniStreamStart: number | undefined },
	length: number,
): Promise<Buffer> {
	const content = Buffer.alloc(length);
	if (length === 0) return content;
	if (bytes < miniStreamCutoffBytes) {
		if (miniStreamStart === undefined) throw new MalformedCompoundFileError("it has no root");
		const miniSectorBytes = 2 ** miniSectorShift;
		let miniSector = start;
		for (let at = 0; at < length; at += miniSectorBytes) {
			if (at > 0) miniSector = await sectors.findNextMini(miniSector);
			const offset = miniSector * miniSectorBytes;
			const sector = await sectors.find(miniStreamStart, Math.floor(offset / sectors.sectorBytes));
			await sectors.readWhole(content.subarray(at, at + miniSectorBytes), sector, offset % sectors.sectorBytes);
		}
		return content;
	}
	const last = Math.floor((bytes - 1) / sectors.sectorBytes);
	const lastSector = await sectors.find(start, last);
	await sectors.readWhole(Buffer.alloc(1), lastSector, (bytes - 1) % sectors.sectorBytes);
	let at = 0;
	for await (const sector of sectors.follow(start)) {
		await sectors.readWhole(content.subarray(at, at + sectors.sectorBytes), sector, 0);
		at += sectors.sectorBytes;
		if (at >= length) break;
	}
	return content;
}

type Sectors = Awaited<ReturnType<typeof openSectors>>;

/** Reads the header of a compound file and gives what reads its sectors. */
async function openSectors(file: ReadableFile) {
	const header = Buffer.alloc(headerBytes);
	if (
		(await file.read(header, 0)) < headerBytes ||
		!header.subarray(0, compoundFileMagic.length).equals(compoundFileMagic)
	)
		throw new MalformedCompoundFileError("it has no header");
	const shift = sectorShifts[header.readUInt16LE(26)];
	if (shift === undefined || header.readUInt16LE(30) !== shift || header.readUInt16LE(32) !== miniSectorShift)
		throw new MalformedCompoundFileError("its sectors have another size than its version says");
	const sectorBytes = 2 ** shift;
	const numbersInSector = sectorBytes / 4;
	const sectorCount = Math.max(0, Math.ceil(file.size / sectorBytes) - 1);

	/** Fills a buffer from a sector and tells how many bytes there were: fewer in the last one of a file that ends within it. */
	async function read(target: Buffer, sector: number, offset = 0): Promise<number> {
		if (sector >= sectorCount) throw new MalformedCompoundFileError("it names a sector that it does not have");
		return file.read(target, (sector + 1) * sectorBytes + offset);
	}
	async function readWhole(target: Buffer, sector: number, offset: number): Promise<void> {
		if ((await read(target, sector, offset)) < target.length) throw new MalformedCompoundFileError("it was cut off");
	}

	const fatSectors = await listFatSectors(header, {
		readWhole,
		sectorBytes,
		numbersNeeded: Math.ceil(sectorCount / numbersInSector),
	});
	/** The parts of the FAT that were needed: all of it is a 128th of the file. */
	const fat = new Map<number, Buffer>();

	/** What the FAT says comes after a sector, if that part of it has been read. */
	function findNextRead(sector: number): number | undefined {
		return fat.get(Math.floor(sector / numbersInSector))?.readUInt32LE((sector % numbersInSector) * 4);
	}

	/** What the FAT says comes after a sector. */
	async function findNext(sector: number): Promise<number> {
		const index = Math.floor(sector / numbersInSector);
		const fatSector = fatSectors[index];
		if (fatSector === undefined) throw new MalformedCompoundFileError("its FAT is too short");
		const part = Buffer.alloc(sectorBytes);
		await readWhole(part, fatSector, 0);
		fat.set(index, part);
		return part.readUInt32LE((sector % numbersInSector) * 4);
	}

	/** Gives the sectors of a chain in their order. */
	async function* follow(start: number): AsyncGenerator<number> {
		let sector = start;
		for (let steps = 0; sector < firstSpecialSector; steps++) {
			if (steps >= sectorCount) throw new MalformedCompoundFileError("its sectors go round in a circle");
			if (sector >= sectorCount) throw new MalformedCompoundFileError("it names a sector that it does not have");
			yield sector;
			sector = findNextRead(sector) ?? (await findNext(sector));
		}
	}

	/** Finds a chain's sector by its place in it, from 0. */
	async function find(start: number, place: number): Promise<number> {
		if (place >= sectorCount)
			throw new MalformedCompoundFileError("a stream is longer than the file, or goes round in a circle");
		let sector = start;
		// This may take as many steps as the file has sectors, so it waits only where it must.
		for (let steps = 0; steps < place && sector < sectorCount; steps++)
			sector = findNextRead(sector) ?? (await findNext(sector));
		if (sector >= sectorCount) throw new MalformedCompoundFileError("a stream ends early");
		return sector;
	}

	const miniFatStart = header.readUInt32LE(60);
	/** What the FAT of the mini stream says comes after one of its sectors. */
	async function findNextMini(miniSector: number): Promise<number> {
		const number = Buffer.alloc(4);
		const part = await find(miniFatStart, Math.floor(miniSector / numbersInSector));
		await readWhole(number, part, (miniSector % numbersInSector) * 4);
		const next = number.readUInt32LE();
		if (next >= firstSpecialSector) throw new MalformedCompoundFileError("a stream ends early");
		return next;
	}

	return { sectorBytes, directoryStart: header.readUInt32LE(48), read, readWhole, follow, find, findNextMini };
}

/** Lists where the FAT lies, as far as it speaks of sectors that the file has. */
async function listFatSectors(
	header: Buffer,
	{
		readWhole,
		sectorBytes,
		numbersNeeded,
	}: {
		readWhole(target: Buffer, sector: number, offset: number): Promise<void>;
		sectorBytes: number;
		numbersNeeded: number;
	},
): Promise<number[]> {
	const listed = Math.min(headerFatSectors, numbersNeeded);
	const fatSectors = Array.from({ length: listed }, (_, index) => header.readUInt32LE(76 + index * 4));
	const more = Buffer.alloc(sectorBytes);
	let next = header.readUInt32LE(68);
	while (fatSectors.length < numbersNeeded && next < firstSpecialSector) {
		await readWhole(more, next, 0);
		const numbers = sectorBytes / 4 - 1;
		for (let index = 0; index < numbers && fatSectors.length < numbersNeeded; index++)
			fatSectors.push(more.readUInt32LE(index * 4));
		next = more.readUInt32LE(numbers * 4);
	}
	return fatSectors;
}
