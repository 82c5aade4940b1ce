import { createContext } from "react-router";

/** The Content-Security-Policy nonce of one live rendered page; null while pages are rendered at build time. */
export const nonceContext = createContext<string | null>(null);
