/** A problem of the installation that somebody should look after. */
export type Problem = {
	/** Names it while it lasts, such as "backup-late". */
	key: string;
	/** A whole sentence. */
	text: string;
	/** Logged with it. */
	logged?: object;
};
