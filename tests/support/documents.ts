import { crc32 } from "node:zlib";
import CFB from "cfb";

/** A small but whole PDF, padded to a size with a text again and again. */
export function createPdf({ bytes = 0, padding = "x", encrypted = false }: { bytes?: number; padding?: string; encrypted?: boolean } = {}): Buffer {
	const trailer = `trailer\n<< /Root 1 0 R${encrypted ? " /Encrypt 9 0 R" : ""} >>\nstartxref\n0\n%%EOF\n`;
	const head = "%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%";
	const paddingBytes = Math.max(0, bytes - head.length - trailer.length - 1);
	return Buffer.concat([Buffer.from(head), Buffer.alloc(paddingBytes, padding), Buffer.from(`\n${trailer}`)]);
}

/** A compound file with these streams: a DOC has WordDocument, an XLS has Workbook. */
export function createCompoundFile(streams: Record<string, Buffer>): Buffer {
	const container = CFB.utils.cfb_new();
	for (const [name, content] of Object.entries(streams)) CFB.utils.cfb_add(container, `/${name}`, content);
	return Buffer.from(CFB.write(container, { type: "buffer" }) as Uint8Array);
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

/** A ZIP of stored (uncompressed) entries. `claimedBytes` is what the directory says each unpacks to, as a zip bomb lies. */
export function createZip(entries: Record<string, string>, { encrypted = false, claimedBytes }: ZipOptions = {}): Buffer {
	const locals: Buffer[] = [];
	const directory: Buffer[] = [];
	let offset = 0;
	for (const [name, text] of Object.entries(entries)) {
		const content = Buffer.from(text);
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

/** A DOCX that holds what a reader of resumes looks at. */
export function createDocx(more: Record<string, string> = {}, options: ZipOptions = {}): Buffer {
	return createZip({ "[Content_Types].xml": createContentTypes(), "word/document.xml": "<w:document/>", ...more }, options);
}
