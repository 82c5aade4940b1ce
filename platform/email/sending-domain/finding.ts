/** The result of one check: SPF, DKIM or DMARC. */
export type Finding = {
	subject: "SPF" | "DKIM" | "DMARC";
	state: "good" | "improvable" | "wrong" | "unknown";
	/** The result in plain words, one sentence each. */
	texts: string[];
	/** The records as they stand in DNS. */
	published: string[];
	/** The record to add to DNS. */
	advice?: { name: string; type: "TXT"; value: string } | undefined;
};
