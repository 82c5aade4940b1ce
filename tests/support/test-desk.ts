import { join } from "node:path";
import type { DeskSource } from "../../server/desk.ts";
import { loadDeskSource } from "../../server/desk-source.ts";
import { projectDirectory } from "./built-server.ts";

/** Apart from what `npm run build` makes, which may be under way; `npm test` names it, for its build has ended by then. */
export const deskBuildDirectory = join(projectDirectory, process.env["TEST_BUILD_DIR"] ?? "build-test");

let loaded: Promise<DeskSource> | undefined;

/** Gives the desk as it was built before the tests (desk-for-tests.ts). */
export function loadTestDesk(): Promise<DeskSource> {
	return (loaded ??= loadDeskSource(join(deskBuildDirectory, "desk"), {
		deskUrl: "http://localhost",
		hstsIncludeSubdomains: false,
	}));
}
