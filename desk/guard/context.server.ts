import { createContext } from "react-router";
import type { DeskDeps } from "./desk-deps.server.ts";
import type { SignedIn } from "../../core/accounts/signed-in.server.ts";
import type { FileForm } from "../../platform/http/receive-files.ts";
import type { Visit } from "./visit.server.ts";

/** What the desk works with. */
export const deskContext = createContext<DeskDeps>();

/** Who asks. */
export const visitContext = createContext<Visit>();

/** Pattern of the route that the guard judged, so that no other is answered. */
export const judgedPatternContext = createContext<string>();

/** The Content-Security-Policy nonce of the page. */
export const nonceContext = createContext<string>();

/** Files that came with the form, on a page that takes some. What nobody keeps is discarded once the page is answered. */
export const uploadContext = createContext<Pick<FileForm, "files" | "refused">>({ files: [], refused: [] });

/** Where an error goes that stopped a page. */
export const reportErrorContext = createContext<(error: unknown) => void>();

/**
 * Gives who is signed in, on a page that the guard lets nobody else see.
 *
 * @throws Error when nobody is
 */
export function getSignedIn({ signedIn }: Visit): SignedIn {
	if (!signedIn) throw new Error("The guard let somebody in who is not signed in");
	return signedIn;
}
