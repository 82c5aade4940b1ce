/** What was found about one way in which receivers tell a domain's e-mails from forged ones. */
export type Finding = {
	subject: "SPF" | "DKIM" | "DMARC";
	state: "good" | "improvable" | "wrong" | "unknown";
	/** What is so, in plain words, one sentence each. */
	texts: string[];
	/** What is published, as it stands in DNS. */
	published: string[];
	/** What to put into DNS. */
	advice?: { name: string; type: "TXT"; value: string } | undefined;
};
