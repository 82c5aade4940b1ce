import { createContext } from "react-router";

/** Where an error goes that stopped a live rendered page; the console while pages are built, for whoever builds. */
export const reportPageErrorContext = createContext<(error: unknown) => void>((error) => console.error(error));
