import { randomBytes } from "node:crypto";

/** Crockford's base 32: no I, L, O or U, so that a reference can be read out on the telephone. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Creates a random reference for a record, such as ENQ-7K3F9QXM: 40 random bits, which reveal no counts.
 *
 * A table's unique index enforces uniqueness.
 */
export function createReference(prefix: string): string {
	return `${prefix}-${Array.from(randomBytes(8), (byte) => alphabet[byte % alphabet.length]).join("")}`;
}

/**
 * Creates a reference that no record has yet.
 *
 * @param find looks for a record by its reference; undefined if there is none
 */
export async function createUnusedReference(
	prefix: string,
	find: (reference: string) => Promise<object | undefined>,
): Promise<string> {
	for (;;) {
		const reference = createReference(prefix);
		if (!(await find(reference))) return reference;
	}
}
