/** The result of one check: SPF, DKIM or DMARC. */
export type Finding = {
	subject: "SPF" | "DKIM" | "DMARC";
	state: "good" | "improvable" | "wrong" | "unknown";
	/** The result in plain words, one sentence each. */
	texts: string[];
	/** The records as they are in DNS. */
	published: string[];
	/** The record to publish; `isChange` if it replaces the published one. */
	advice?: { name: string; type: "TXT"; value: string; isChange?: boolean } | undefined;
};
