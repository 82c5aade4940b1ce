import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import yauzl from "yauzl";
import { decryptPieces } from "../../platform/backup/archive-encryption.ts";
import type { Database } from "../../platform/database/database.ts";
import { readTables } from "./stored-data.ts";

/** Decrypts an archive and returns the texts of all its entries, one after another. */
export async function readArchiveText(pieces: AsyncIterable<Uint8Array>, identity: string): Promise<string> {
	const keys = { identities: [identity] };
	const zip = await yauzl.fromBufferPromise(
		await buffer(Readable.from(decryptPieces(pieces, { path: "archive", keys }))),
	);
	const texts: string[] = [];
	for await (const entry of zip.eachEntry()) texts.push(await text(await zip.openReadStreamPromise(entry)));
	return texts.join("\n");
}

/** Lists the traces of Asha in the rows of the database. */
export async function findPersonRows(database: Database): Promise<string[]> {
	return [...(await readTables(database)).matchAll(/asha@applicant\.example|Asha Rao|I weave pages/gi)].map(
		([trace]) => trace,
	);
}
