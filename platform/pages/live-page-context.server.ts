import { inspect } from "node:util";
import { createContext } from "react-router";
import type { FileForm } from "../http/receive-files.ts";

/** The Content-Security-Policy nonce of a page rendered for a request; null at build time. */
export const nonceContext = createContext<string | null>(null);

/** The refusal that the error page shows instead of its general words; null for the page itself. */
export const refusalContext = createContext<{ status: number; message: string; backTo?: string | undefined } | null>(
	null,
);

/**
 * Whether the page answers a form that it refuses: set by the page's action for its loader, which writes the title, and where a form is
 * handled elsewhere, so that rendering the page waits in the queue of forms.
 */
export const formRefusedContext = createContext(false);

/** The files of a form that may hold some; none of a form without. The server discards what the action does not keep. */
export const formFilesContext = createContext<Pick<FileForm, "files" | "refused">>({ files: [], refused: [] });

/** Whether the page shows content that is not public, whose styles may be others, and which may have pages where the public one has none. */
export const unpublishedContext = createContext(false);

/** Address of the client that asks for a page or sends a form; undefined at build time. */
export const clientContext = createContext<string | undefined>(undefined);

/** Reports an error that stopped a page; at build time, to the person who builds. */
export const reportPageErrorContext = createContext<(error: unknown) => void>((error) =>
	process.stderr.write(`${inspect(error)}\n`),
);
