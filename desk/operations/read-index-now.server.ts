import { readIndexNowState, type IndexNowState } from "../../features/publishing/index-now/index-now.server.ts";
import type { DeskDeps } from "../guard/desk-deps.server.ts";

/** Reads what search engines have heard of; undefined while that is off. */
export async function readIndexNow({
	config,
	database,
}: Pick<DeskDeps, "config" | "database">): Promise<IndexNowState | undefined> {
	return config.indexNowUrl === undefined ? undefined : readIndexNowState(database.db);
}
