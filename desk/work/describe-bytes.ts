/** Says how large a file is, such as "1.4 MB"; the smallest is 1 KB. */
export function describeBytes(bytes: number): string {
	const kilobytes = Math.max(1, Math.round(bytes / 1024));
	return kilobytes < 1024 ? `${kilobytes} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
