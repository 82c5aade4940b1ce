import { join } from "node:path";
import { loadDeskSource } from "../../server/desk-source.ts";
import type { DeskSource } from "../../server/desk.ts";
import { projectDirectory } from "./built-server.ts";

/** Separate from the folder of `npm run build`, which may be running; `npm test` sets it, because its build has ended by then. */
export const deskBuildDirectory = join(projectDirectory, process.env["TEST_BUILD_DIR"] ?? "build-test");

let loaded: Promise<DeskSource> | undefined;

/** Returns the desk that was built before the tests (desk-for-tests.ts). */
export function loadTestDesk(): Promise<DeskSource> {
	return (loaded ??= loadDeskSource(join(deskBuildDirectory, "desk"), {
		deskUrl: "http://localhost",
		hstsIncludeSubdomains: false,
	}));
}
