/** Facts about a database and a file store before they are used together. */
export type OwnershipFacts = {
	/** The installation that the database names. */
	databaseId: string | undefined;
	/** The installation that the mark beside the files names. */
	filesId: string | undefined;
	/** Whether that mark names this very database as the last one used with the files. */
	isSameDatabase: boolean;
	filesExist: boolean;
	databaseNamesFiles: boolean;
	/** Whether the database names any of the files. */
	databaseNamesThese: boolean;
};

/** Why a database and a file store must not be used together. */
export type OwnershipProblem = "different" | "files are missing" | "files are unknown";

/** Tells whether a database and a file store belong together, or safely can from now on. */
export function judgeOwnership(facts: OwnershipFacts): "together" | OwnershipProblem {
	const { databaseId, filesId, isSameDatabase, filesExist, databaseNamesFiles, databaseNamesThese } = facts;
	if (databaseId !== undefined && filesId !== undefined) return databaseId === filesId ? "together" : "different";
	// A release without ids, a backup older than ids, or a mark omitted when files were copied.
	if (databaseNamesThese) return "together";
	if (databaseId !== undefined || databaseNamesFiles) return "files are missing";
	// With a mark of the same database, a first start was interrupted.
	return filesExist || (filesId !== undefined && !isSameDatabase) ? "files are unknown" : "together";
}
