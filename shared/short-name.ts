/** Returns the company's short name, or the first word of its name. */
export function shortenName({ name, shortName }: { name: string; shortName?: string | undefined }): string {
	return shortName ?? (name.split(" ", 1)[0] as string);
}
