import { redirect } from "react-router";
import type { DeskRequest } from "./desk-request.server.ts";

/**
 * Hides the new secret of a page when its form says that it has been copied.
 * @throws a redirect to the page then
 */
export function hideCopiedSecret({ secrets }: Pick<DeskRequest, "secrets">, form: URLSearchParams, path: string): void {
	if (form.get("do") !== "hide-secret") return;
	secrets.forget();
	throw redirect(path, 303);
}
