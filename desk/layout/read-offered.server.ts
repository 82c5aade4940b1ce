import type { RouterContextProvider } from "react-router";
import { mayRead } from "../guard/access.ts";
import { beginWork } from "../work.server.ts";
import type { Offered } from "./list-sections.ts";

/** Pages that need content that can be edited. */
const ofStudio = new Set(["routes/studio", "routes/studio-document", "routes/opening-hours"]);

/** Returns what the signed-in member may use: by roles, and by what this installation has. */
export function readOffered(context: Readonly<RouterContextProvider>): Offered {
	const { deps, signedIn } = beginWork(context);
	return {
		kinds: deps.records.kinds,
		parts: deps.company.parts,
		mayReadRoute: (routeId) =>
			mayRead(routeId, signedIn.account.roles) && (!ofStudio.has(routeId) || deps.site !== undefined),
	};
}
