import { LRUCache } from "lru-cache";
import type { ExportProgress } from "../../features/careers/applications/export-applications.server.ts";

const rememberedDownloads = 1_000;
const rememberedMs = 60 * 60_000;

/** Progress of this server's downloads, by account and a key that only their page knows. */
export const exportProgress = new LRUCache<string, ExportProgress>({ max: rememberedDownloads, ttl: rememberedMs });

/** Returns the key of a download. */
export function nameDownload(accountId: string, request: Request): string {
	return `${accountId} ${new URL(request.url).searchParams.get("key")?.slice(0, 60) ?? ""}`;
}
