/** A request that has been answered, as logs and metrics see it. */
export type FinishedRequest = {
	method: string;
	/** With the query. */
	path: string;
	status: number;
	/** Returns a header field; undefined if it was not sent. */
	header(name: "referer" | "sec-purpose" | "user-agent"): string | undefined;
};
