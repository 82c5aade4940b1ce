import { crc32 } from "node:zlib";

/** A whole PDF of one empty page, padded to a size with a text again and again. */
export function createPdf({
	bytes = 0,
	padding = "x",
	encrypted = false,
}: { bytes?: number; padding?: string; encrypted?: boolean } = {}): Buffer {
	const objects = [
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>",
		// The hashes belong to no password that anybody has.
		`<< /Filter /Standard /V 1 /R 2 /P -4 /O <${"00".repeat(32)}> /U <${"00".repeat(32)}> >>`,
	];
	let head = "%PDF-1.7\n";
	const places = objects.map((object, index) => {
		const place = `${String(head.length).padStart(10, "0")} 00000 n \n`;
		head += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return place;
	});
	head += "%";
	const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
	const id = `/ID [<${"00".repeat(16)}> <${"00".repeat(16)}>]`;
	const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${encrypted ? ` /Encrypt 4 0 R ${id}` : ""} >>\n`;
	const writeEnd = (tableAt: number) => `\n${table}${trailer}startxref\n${String(tableAt).padStart(8, "0")}\n%%EOF\n`;
	const paddingBytes = Math.max(0, bytes - head.length - writeEnd(0).length);
	return Buffer.concat([
		Buffer.from(head),
		Buffer.alloc(paddingBytes, padding),
		Buffer.from(writeEnd(head.length + paddingBytes + 1)),
	]);
}

const endOfChain = 0xfffffffe;
const freeSector = 0xffffffff;

/**
 * A compound file with these streams (MS-CFB): a DOC has WordDocument, an XLS has Workbook.
 * @param version 3 has sectors of 512 bytes, 4 of 4,096
 */
export function createCompoundFile(streams: Record<string, Buffer>, { version = 3 }: { version?: 3 | 4 } = {}): Buffer {
	const sectorBytes = version === 3 ? 512 : 4096;
	const numbersInSector = sectorBytes / 4;
	const pad = (content: Buffer, unit: number) =>
		Buffer.concat([content, Buffer.alloc((unit - (content.length % unit)) % unit)]);
	const content: Buffer[] = [];
	const fat: number[] = [];
	/** Appends sectors and returns the first of them. */
	const store = (bytes: Buffer): number => {
		if (bytes.length === 0) return endOfChain;
		const start = fat.length;
		const padded = pad(bytes, sectorBytes);
		for (let count = padded.length / sectorBytes; count > 0; count--)
			fat.push(count === 1 ? endOfChain : fat.length + 1);
		content.push(padded);
		return start;
	};

	const miniFat: number[] = [];
	const miniContent: Buffer[] = [];
	const storeMini = (bytes: Buffer): number => {
		const start = miniFat.length;
		const padded = pad(bytes, 64);
		for (let count = padded.length / 64; count > 0; count--)
			miniFat.push(count === 1 ? endOfChain : miniFat.length + 1);
		miniContent.push(padded);
		return start;
	};

	const entry = (
		name: string,
		type: number,
		start: number,
		bytes: number,
		{ right = freeSector, child = freeSector } = {},
	): Buffer => {
		const record = Buffer.alloc(128);
		record.write(name, "utf16le");
		record.writeUInt16LE(name.length * 2 + 2, 64);
		record.writeUInt8(type, 66);
		record.writeUInt8(1, 67);
		record.writeUInt32LE(freeSector, 68);
		record.writeUInt32LE(right, 72);
		record.writeUInt32LE(child, 76);
		record.writeUInt32LE(start, 116);
		record.writeUInt32LE(bytes, 120);
		return record;
	};
	const named = Object.entries(streams);
	const entries = named.map(([name, bytes], index) =>
		entry(name, 2, bytes.length < 4096 ? storeMini(bytes) : store(bytes), bytes.length, {
			right: index + 1 < named.length ? index + 2 : freeSector,
		}),
	);
	const miniStream = Buffer.concat(miniContent);
	const root = entry("Root Entry", 5, store(miniStream), miniStream.length, {
		child: named.length > 0 ? 1 : freeSector,
	});
	const directoryStart = store(pad(Buffer.concat([root, ...entries]), sectorBytes));
	const toBytes = (numbers: number[]) => {
		const bytes = Buffer.alloc(Math.ceil(numbers.length / numbersInSector) * sectorBytes, 0xff);
		numbers.forEach((number, index) => bytes.writeUInt32LE(number, index * 4));
		return bytes;
	};
	const miniFatStart = store(toBytes(miniFat));

	// The FAT includes its own sectors, and those that list it beyond the 109 that the header names.
	let fatCount = 0;
	let difatCount = 0;
	while (fatCount * numbersInSector < fat.length + fatCount + difatCount) {
		fatCount += 1;
		difatCount = Math.ceil(Math.max(0, fatCount - 109) / (numbersInSector - 1));
	}
	const fatSectors = Array.from({ length: fatCount }, (_, index) => fat.length + index);
	const difatStart = fat.length + fatCount;
	fat.push(...fatSectors.map(() => 0xfffffffd), ...Array<number>(difatCount).fill(0xfffffffc));
	const difat: number[] = [];
	for (let index = 0; index < difatCount; index++) {
		const part = fatSectors.slice(109 + index * (numbersInSector - 1), 109 + (index + 1) * (numbersInSector - 1));
		difat.push(
			...part,
			...Array<number>(numbersInSector - 1 - part.length).fill(freeSector),
			index + 1 < difatCount ? difatStart + index + 1 : endOfChain,
		);
	}

	const header = Buffer.alloc(512);
	header.write("d0cf11e0a1b11ae1", "hex");
	header.writeUInt16LE(0x3e, 24);
	header.writeUInt16LE(version, 26);
	header.writeUInt16LE(0xfffe, 28);
	header.writeUInt16LE(version === 3 ? 9 : 12, 30);
	header.writeUInt16LE(6, 32);
	header.writeUInt32LE(fatCount, 44);
	header.writeUInt32LE(directoryStart, 48);
	header.writeUInt32LE(4096, 56);
	header.writeUInt32LE(miniFatStart, 60);
	header.writeUInt32LE(Math.ceil(miniFat.length / numbersInSector), 64);
	header.writeUInt32LE(difatCount > 0 ? difatStart : endOfChain, 68);
	header.writeUInt32LE(difatCount, 72);
	for (let index = 0; index < 109; index++) header.writeUInt32LE(fatSectors[index] ?? freeSector, 76 + index * 4);
	return Buffer.concat([pad(header, sectorBytes), ...content, toBytes(fat), toBytes(difat)]);
}

/** The first bytes of a WordDocument stream (MS-DOC, 2.5.1), as in a document with or without a password. */
export function createWordStream({ encrypted = false }: { encrypted?: boolean } = {}): Buffer {
	const stream = Buffer.alloc(4096);
	stream.writeUInt16LE(0xa5ec, 0);
	stream.writeUInt16LE(encrypted ? 0x0100 : 0, 10);
	return stream;
}

export const documentType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

export function createContentTypes(type = documentType): string {
	return `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`;
}

type ZipOptions = { encrypted?: boolean; claimedBytes?: number };
/** The content of an archive's entry: a text, bytes, or compressed data with a claimed size. */
type ZipEntry = string | Buffer | { packed: Buffer; claimedBytes: number };

/** A ZIP of stored (uncompressed) entries. `claimedBytes` is the directory's size of each, as in a zip bomb. */
export function createZip(
	entries: Record<string, ZipEntry>,
	{ encrypted = false, claimedBytes: claimedByAll }: ZipOptions = {},
): Buffer {
	const locals: Buffer[] = [];
	const directory: Buffer[] = [];
	let offset = 0;
	for (const [name, entry] of Object.entries(entries)) {
		const isPacked = typeof entry === "object" && "packed" in entry;
		const content = isPacked ? entry.packed : Buffer.from(entry);
		const claimedBytes = isPacked ? entry.claimedBytes : claimedByAll;
		const common = Buffer.alloc(26);
		common.writeUInt16LE(20, 0);
		common.writeUInt16LE(encrypted ? 1 : 0, 2);
		common.writeUInt16LE(claimedBytes === undefined ? 0 : 8, 4);
		common.writeUInt32LE(crc32(content), 10);
		common.writeUInt32LE(content.length, 14);
		common.writeUInt32LE(claimedBytes ?? content.length, 18);
		common.writeUInt16LE(name.length, 22);
		const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, Buffer.from(name), content]);
		const rest = Buffer.alloc(14);
		rest.writeUInt32LE(offset, 10);
		directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), common, rest, Buffer.from(name)]));
		locals.push(local);
		offset += local.length;
	}
	const listing = Buffer.concat(directory);
	const end = Buffer.alloc(22);
	end.write("PK\x05\x06", "latin1");
	end.writeUInt16LE(directory.length, 8);
	end.writeUInt16LE(directory.length, 10);
	end.writeUInt32LE(listing.length, 12);
	end.writeUInt32LE(offset, 16);
	return Buffer.concat([...locals, listing, end]);
}

/** A DOCX with the parts that a reader of resumes looks at. */
export function createDocx(more: Record<string, string> = {}, options: ZipOptions = {}): Buffer {
	return createZip(
		{ "[Content_Types].xml": createContentTypes(), "word/document.xml": "<w:document/>", ...more },
		options,
	);
}
