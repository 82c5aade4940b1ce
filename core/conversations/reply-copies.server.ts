import type { Connection } from "../../platform/database/database.ts";
import { isEmailAddress } from "../../shared/email-address.ts";

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
	const written = splitCopies(text).map(readAddress);
	const wrong = written.find((part) => !isEmailAddress(part));
	if (wrong !== undefined) return { error: `“${wrong.slice(0, 100)}” is not an e-mail address` };
	const addresses = [...new Map(written.map((address) => [address.toLowerCase(), address])).values()];
	if (addresses.length > maxCopies) return { error: `Copy at most ${maxCopies} people` };
	return { addresses };
}

/** Leaves an address out of the text of a Cc field. @param address in lower case */
export function leaveOutCopy(text: string, address: string): string {
	return splitCopies(text)
		.filter((part) => readAddress(part).toLowerCase() !== address)
		.join(", ");
}

function splitCopies(text: string): string[] {
	return text
		.split(/[,;\n]/)
		.map((part) => part.trim())
		.filter((part) => part !== "");
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
