import { data, type RouterContextProvider } from "react-router";
import { mayUse } from "../../core/accounts/roles.ts";
import { beginWork } from "../work.server.ts";

/**
 * Finds the person of an address, which names one of their records instead of their e-mail address. A member needs the right to read that
 * record.
 * @throws a 404 response when there is no such record
 */
export async function getPerson(
	context: Readonly<RouterContextProvider>,
	params: { reference: string },
): Promise<{ reference: string; email: string; path: string }> {
	const { deps, signedIn, pathOf } = beginWork(context);
	const reference = params.reference.toUpperCase();
	const email = /^[\w-]{1,40}$/.test(reference) ? await findEmail() : undefined;
	if (!email) throw data(null, { status: 404 });
	return { reference, email, path: `/people/of/${encodeURIComponent(reference)}` };

	async function findEmail(): Promise<string | undefined> {
		if (pathOf(reference) !== undefined) return (await deps.records.find(reference))?.senderEmail;
		// Job alerts and unfiled messages have no pages.
		return mayUse(signedIn.account.roles, "administration") ? deps.people.find(reference) : undefined;
	}
}
