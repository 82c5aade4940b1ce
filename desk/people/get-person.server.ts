import { data, type RouterContextProvider } from "react-router";
import { beginWork } from "../work.server.ts";

/**
 * Finds the person of an address, which names one of their records instead of their e-mail address.
 * @throws a 404 response when there is no such record
 */
export async function getPerson(
	context: Readonly<RouterContextProvider>,
	params: { reference: string },
): Promise<{ reference: string; email: string; path: string }> {
	const { deps } = beginWork(context);
	const reference = params.reference.toUpperCase();
	const email = /^[\w-]{1,40}$/.test(reference) ? await deps.people.find(reference) : undefined;
	if (email === undefined) throw data(null, { status: 404 });
	return { reference, email, path: `/people/of/${encodeURIComponent(reference)}` };
}
