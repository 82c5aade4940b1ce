import { data, type RouterContextProvider } from "react-router";
import { mayUse } from "../../core/accounts/roles.ts";
import { listAddressesOf } from "../../core/people/merged-addresses.server.ts";
import { beginWork } from "../work.server.ts";

/** A person at the desk. */
export type Person = {
	reference: string;
	/** Of that record, in lower case. */
	email: string;
	/** The same, and those that are merged with it. */
	addresses: string[];
	/** Of their page. */
	path: string;
	/** Whether the member sees everything of every person. */
	isAdmin: boolean;
};

/**
 * Finds the person of an address, which names one of their records instead of their e-mail address. A member needs the right to read that
 * record.
 * @throws a 404 response when there is no such record
 */
export async function getPerson(
	context: Readonly<RouterContextProvider>,
	params: { reference: string },
): Promise<Person> {
	const { deps, signedIn, pathOf } = beginWork(context);
	const isAdmin = mayUse(signedIn.account.roles, "administration");
	const reference = params.reference.toUpperCase();
	const email = /^[\w-]{1,40}$/.test(reference) ? await findEmail() : undefined;
	if (!email) throw data(null, { status: 404 });
	return {
		reference,
		email,
		addresses: await listAddressesOf(deps.database.db, email),
		path: `/people/of/${encodeURIComponent(reference)}`,
		isAdmin,
	};

	async function findEmail(): Promise<string | undefined> {
		if (pathOf(reference) !== undefined) return (await deps.records.find(reference))?.senderEmail;
		// Job alerts and unfiled messages have no pages.
		return isAdmin ? deps.people.find(reference) : undefined;
	}
}
