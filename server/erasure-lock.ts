import type { ErasureLock } from "../core/people/locked-archives.server.ts";
import type { Config } from "../platform/config.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import type { Company } from "../shared/company.ts";

/** Returns what keeps erased records unseen for a term; undefined where they are erased at once. */
export function createErasureLock({
	config: { erasedLock },
	files,
	company,
}: {
	config: Pick<Config, "erasedLock">;
	files: Pick<FileStore, "read">;
	company: Company;
}): ErasureLock | undefined {
	return erasedLock && { ...erasedLock, files, company };
}
