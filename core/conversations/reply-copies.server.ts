import type { Connection } from "../../platform/database/database.ts";
import { checkAddresses, splitAddresses } from "../../shared/address-list.ts";

/** Most addresses that get a copy of one reply. */
const maxCopies = 10;

type ReplyCopiesTable = {
	replyId: string;
	reference: string;
	recipient: string;
	/** Of the copy's own e-mail. */
	messageId: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		replyCopies: ReplyCopiesTable;
	}
}

/** An address that gets a copy of a reply, in an e-mail of its own that names all recipients. */
export type ReplyCopy = { recipient: string; messageId: string };

/**
 * Reads the addresses of a Cc field, separated by commas or lines; each may have a name before it, as in "Asha Rao <asha@company.example>".
 * @returns the addresses without duplicates, or the reason of a refusal
 */
export function readCopies(text: string): { addresses: string[] } | { error: string } {
	const checked = checkAddresses(splitAddresses(text).map(readAddress));
	return "addresses" in checked && checked.addresses.length > maxCopies
		? { error: `Copy at most ${maxCopies} people` }
		: checked;
}

/** Leaves an address out of the text of a Cc field. @param address in lower case */
export function leaveOutCopy(text: string, address: string): string {
	return splitAddresses(text)
		.filter((part) => readAddress(part).toLowerCase() !== address)
		.join(", ");
}

/** Adds addresses to the text of a Cc field, each that is not in it yet. */
export function addCopies(text: string, addresses: readonly string[]): string {
	const written = splitAddresses(text);
	const present = new Set(written.map((part) => readAddress(part).toLowerCase()));
	return [...written, ...addresses.filter((address) => !present.has(address.toLowerCase()))].join(", ");
}

function readAddress(part: string): string {
	return (/<([^<>]*)>$/.exec(part)?.[1] ?? part).trim();
}

/**
 * Lists the copies of replies to a record.
 * @param replyId for those of one reply
 */
export async function listReplyCopies(
	db: Connection,
	{ reference, replyId }: { reference: string; replyId?: string },
): Promise<(ReplyCopy & { replyId: string })[]> {
	return db
		.selectFrom("replyCopies")
		.select(["replyId", "recipient", "messageId"])
		.where("reference", "=", reference)
		.$if(replyId !== undefined, (query) => query.where("replyId", "=", replyId as string))
		.orderBy("messageId")
		.execute();
}
