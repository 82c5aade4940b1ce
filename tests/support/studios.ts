import { readContentFolder, type ContentSource } from "../../features/publishing/documents/content-source.server.ts";
import { createStudio } from "../../features/publishing/releases/create-studio.server.ts";
import type { ContentAction } from "../../features/publishing/releases/note-content.ts";
import type { FailedRelease, StudioDeps } from "../../features/publishing/releases/studio-deps.ts";
import type { Studio } from "../../features/publishing/releases/studio.server.ts";
import type { Database } from "../../platform/database/database.ts";
import { createTestClock, type TestClock } from "./clock.ts";

let source: Promise<ContentSource> | undefined;

/** The content of the second company's build. */
export function readTestContent(): Promise<ContentSource> {
	source ??= readContentFolder("e2e/fixtures/second-company");
	return source;
}

export type TestStudio = {
	studio: Studio;
	deps: StudioDeps;
	clock: TestClock;
	noted: ContentAction[];
	failed: FailedRelease[];
};

/** Creates a studio on a database, by default over the second company's content. */
export async function createTestStudio(
	database: Database,
	{ base, clock = createTestClock() }: { base?: ContentSource; clock?: TestClock } = {},
): Promise<TestStudio> {
	const noted: ContentAction[] = [];
	const failed: FailedRelease[] = [];
	const deps: StudioDeps = {
		database,
		base: base ?? (await readTestContent()),
		clock,
		noteContent: async (_transaction, entry) => void noted.push(entry),
		tellScheduler: async (_transaction, publication) => void failed.push(publication),
	};
	return { studio: createStudio(deps), deps, clock, noted, failed };
}
