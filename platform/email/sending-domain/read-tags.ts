/** Parses "v=DMARC1; p=none" (RFC 6376, section 3.2). */
export function readTags(record: string): Map<string, string> {
	return new Map(
		record.split(";").flatMap((part): [string, string][] => {
			const [name = "", ...value] = part.split("=");
			return /^\s*\w+\s*$/.test(name) && value.length > 0 ? [[name.trim().toLowerCase(), value.join("=").trim()]] : [];
		}),
	);
}
