/** What can be told of a request once it has been answered. */
export type AnsweredRequest = {
	method: string;
	/** With its query. */
	path: string;
	status: number;
	/** The value of a field of the request; undefined when it was not sent. */
	header(name: "referer" | "sec-purpose" | "user-agent"): string | undefined;
};
