import { inspect } from "node:util";
import { createContext } from "react-router";

/** The Content-Security-Policy nonce of one live rendered page; null while pages are rendered at build time. */
export const nonceContext = createContext<string | null>(null);

/** What the error page says in place of its general words, when a request was refused; null for the page itself. */
export const refusalContext = createContext<{ status: number; message: string; backTo?: string | undefined } | null>(
	null,
);

/**
 * Whether the page answers a form that it refuses: set by a page's action for its loader, which writes the title, and where a form is
 * taken elsewhere, so that the page waits for its turn as forms do.
 */
export const formRefusedContext = createContext(false);

/** The address of the client that asks for a page or sends a form; undefined while pages are rendered at build time. */
export const clientContext = createContext<string | undefined>(undefined);

/** Where an error goes that stopped a page; to whoever builds while pages are rendered at build time. */
export const reportPageErrorContext = createContext<(error: unknown) => void>((error) =>
	process.stderr.write(`${inspect(error)}\n`),
);
