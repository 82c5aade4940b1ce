import { data, redirect, type RouterContextProvider } from "react-router";
import { findContact } from "../../core/people/find-contact.server.ts";
import {
	findReferencesOf,
	listAddressesOf,
	listMerges,
	mergeAddresses,
	mostAddresses,
	separateAddresses,
	type Merge,
} from "../../core/people/merged-addresses.server.ts";
import type { RecordKind } from "../../core/records/record-kind.ts";
import type { Connection } from "../../platform/database/database.ts";
import { cleanLine } from "../../shared/clean-text.ts";
import { isEmailAddress } from "../../shared/email-address.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { beginWork } from "../work.server.ts";
import { listContactFields } from "./contact-fields.ts";
import type { Person } from "./get-person.server.ts";
import type { MergeCandidate } from "./merge-form.tsx";

export type MergeAnswer =
	| { errors: FieldError[]; typed: string; candidate?: undefined }
	| {
			errors?: undefined;
			typed?: undefined;
			candidate: MergeCandidate;
	  };

/** Finds the merges of a person that a member may see and undo: those of two addresses with records that they may read. */
export async function listVisibleMerges(
	db: Connection,
	kinds: readonly RecordKind[],
	{ addresses, isAdmin }: Pick<Person, "addresses" | "isAdmin">,
): Promise<Merge[]> {
	if (addresses.length < 2) return [];
	const merges = await listMerges(db, addresses);
	if (isAdmin) return merges;
	const readable = await findReferencesOf(db, kinds, addresses);
	return merges.filter(({ address, other }) => readable.has(address) && readable.has(other));
}

/**
 * Reviews, makes or undoes a merge of a person's address with another one.
 * @throws a redirect to the person's page when something was done; a 400 or 404 response
 */
export async function actOnMerge(
	context: Readonly<RouterContextProvider>,
	person: Person,
	form: URLSearchParams,
): Promise<MergeAnswer> {
	const { deps, deskRequest, kinds, signedIn, now, noting } = beginWork(context);
	const { database } = deps;
	const { reference, email, addresses, path } = person;
	const does = form.get("do") ?? "";
	if (does === "undo") return separate(form.get("id") ?? "");
	if (does !== "review" && does !== "merge") throw data(null, { status: 400 });
	const typed = cleanLine(form.get("other") ?? "").trim();
	const other = typed.toLowerCase();
	const refuse = (message: string) => ({ typed, errors: [{ field: "other", message }] });
	if (!isEmailAddress(other)) return refuse("Enter an e-mail address like name@company.com");
	const references = await findReferencesOf(database.db, kinds, [email, other]);
	const found = references.get(other);
	// The same for an address that the member may not know of.
	if (found === undefined) return refuse("You have no records from this address. Check the spelling");
	if (addresses.includes(other)) return refuse("This person already has this address");
	if (!references.has(email)) return refuse(`You have no records from ${email}, so it cannot be merged`);
	if (addresses.length + (await listAddressesOf(database.db, other)).length > mostAddresses)
		return refuse(`A person can have at most ${mostAddresses} addresses`);
	if (does === "review") {
		const contact = await findContact(database, kinds, [other]);
		return {
			candidate: { address: other, reference: found, fields: listContactFields({ ...contact, emails: [other] }) },
		};
	}
	const entry = { action: "person.merge", subject: reference, details: { with: found } };
	const id = await noting(entry).database.write(
		async (transaction) =>
			(await mergeAddresses(transaction, { addresses: [email, other], kinds, accountId: signedIn.account.id }, now)) ??
			false,
	);
	if (id === false) return refuse("Somebody else changed these addresses first. Reload the page");
	deskRequest.notices.leave("Addresses merged.", { path, does: "undo", id });
	throw redirect(path, 303);

	async function separate(merge: string): Promise<never> {
		const visible = await listVisibleMerges(database.db, kinds, person);
		const isSeparated =
			visible.some((one) => one.id === merge) &&
			(await noting({ action: "person.separate", subject: reference }).database.write((transaction) =>
				separateAddresses(transaction, merge),
			));
		deskRequest.notices.leave(isSeparated ? "Addresses separated." : "These addresses are separate already.");
		throw redirect(path, 303);
	}
}
