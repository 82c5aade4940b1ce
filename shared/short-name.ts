/** What a company is called where there is little room: as it says, or by the first word of its name. */
export function shortenName({ name, shortName }: { name: string; shortName?: string | undefined }): string {
	return shortName ?? (name.split(" ", 1)[0] as string);
}
