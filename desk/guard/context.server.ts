import { createContext } from "react-router";
import type { SignedIn } from "../../core/accounts/signed-in.server.ts";
import type { FileForm } from "../../platform/http/receive-files.ts";
import type { DeskDeps } from "./desk-deps.server.ts";
import type { DeskRequest } from "./desk-request.server.ts";

export const deskContext = createContext<DeskDeps>();

export const deskRequestContext = createContext<DeskRequest>();

/** Pattern of the route that the guard has judged; no other is served. */
export const judgedPatternContext = createContext<string>();

/** The Content-Security-Policy nonce of the page. */
export const nonceContext = createContext<string>();

/** Uploaded files, on a page that accepts some. Files that are not kept are discarded after the response. */
export const uploadContext = createContext<Pick<FileForm, "files" | "refused">>({ files: [], refused: [] });

/** Reports an error that stopped a page. */
export const reportErrorContext = createContext<(error: unknown) => void>();

/**
 * Returns the signed-in member of a page that the guard shows only to members.
 * @throws Error when nobody is signed in
 */
export function getSignedIn({ signedIn }: DeskRequest): SignedIn {
	if (!signedIn) throw new Error("The guard let a request without a session pass");
	return signedIn;
}
