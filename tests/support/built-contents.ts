import { RouterContextProvider } from "react-router";
import type { PageContents } from "../../platform/pages/page-contents.ts";

/** The content of pages where nothing changes after the build. */
export const builtContents: PageContents = {
	isAsBuilt: () => true,
	edition: () => 0,
	findAddress: () => undefined,
	hasPage: () => false,
	isOffered: () => true,
	createContext: () => new RouterContextProvider(),
};
