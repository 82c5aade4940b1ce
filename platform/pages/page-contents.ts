import type { RouterContextProvider } from "react-router";

/** The content of pages, which may change while the server runs. */
export type PageContents = {
	/** Whether it is the content of the build. */
	isAsBuilt(): boolean;
	/** Rises with each change. */
	edition(): number;
	/** Finds the path of a page requested under another: with other capitals, or a former path; its own for a path of a page. */
	findAddress(path: string): string | undefined;
	/** Whether the content has a page at a path that no route names. */
	hasPage(path: string): boolean;
	/** Whether the site has the module that a path belongs to. */
	isOffered(path: string): boolean;
	/** Creates the context of a page that shows nothing about its visitor. */
	createContext(): RouterContextProvider;
};
