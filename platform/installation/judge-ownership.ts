/** What is known of a database and of a store of files before they are used together. */
export type OwnershipFacts = {
	/** The installation that the database says it belongs to. */
	databaseId: string | undefined;
	/** The installation that the mark beside the files names. */
	filesId: string | undefined;
	/** Whether that mark names this very database as the one that was last used with the files. */
	isSameDatabase: boolean;
	filesExist: boolean;
	databaseNamesFiles: boolean;
	/** Whether any of the files is one that the database names. */
	databaseNamesThese: boolean;
};

/** Why a database and a store of files may not be used together. */
export type OwnershipProblem = "different" | "files are missing" | "files are unknown";

/** Tells whether a database and a store of files belong together, or may from now on without a risk to either. */
export function judgeOwnership(facts: OwnershipFacts): "together" | OwnershipProblem {
	const { databaseId, filesId, isSameDatabase, filesExist, databaseNamesFiles, databaseNamesThese } = facts;
	if (databaseId !== undefined && filesId !== undefined) return databaseId === filesId ? "together" : "different";
	// A release that knew no ids, a backup from before them, or a mark that was left out when files were copied.
	if (databaseNamesThese) return "together";
	if (databaseId !== undefined || databaseNamesFiles) return "files are missing";
	// With a mark of the same database, a first start was cut off in between.
	return filesExist || (filesId !== undefined && !isSameDatabase) ? "files are unknown" : "together";
}
