import { data } from "react-router";
import type { StoredImport } from "../../core/imports/import-store.server.ts";
import type { Imports } from "../../core/imports/imports.server.ts";

/**
 * Finds an import by the number in an address.
 * @throws a 404 response when there is none
 */
export async function getImport(imports: Pick<Imports, "find">, typed: string): Promise<StoredImport> {
	const one = /^\d{1,9}$/.test(typed) ? await imports.find(Number(typed)) : undefined;
	if (!one) throw data(null, { status: 404 });
	return one;
}
