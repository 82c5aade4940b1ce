/** Parses "v=DMARC1; p=none" (RFC 6376, section 3.2). */
export function readTags(record: string): Map<string, string> {
	return new Map(
		record.split(";").flatMap((part): [string, string][] => {
			const [, name, value] = /^\s*(\w+)\s*=\s*(.*?)\s*$/s.exec(part) ?? [];
			return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value]];
		}),
	);
}
