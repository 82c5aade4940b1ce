import type { DatedArchive } from "./keep-rule.ts";

/** Characters of the installation's id in names: enough to tell those of one company apart. */
const idCharacters = 8;

/** Returns the name of an archive, such as front-office-0199d2a4-20261123t020000z.tar.gz.age. */
export function nameArchive(installation: string, madeAt: Temporal.Instant, isEncrypted: boolean): string {
	const time = madeAt.toString({ smallestUnit: "second" }).replaceAll(/[-:]/g, "").toLowerCase();
	return `${prefixOf(installation)}${time}.tar.gz${isEncrypted ? ".age" : ""}`;
}

/** Reads when an archive was made from its name; undefined for a name that nameArchive does not give for this installation. */
export function readArchiveName(installation: string, name: string): DatedArchive["madeAt"] | undefined {
	const prefix = prefixOf(installation);
	if (!name.startsWith(prefix)) return undefined;
	const [, year, month, day, hour, minute, second] =
		/^(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)z\.tar\.gz(?:\.age)?$/.exec(name.slice(prefix.length)) ?? [];
	if (year === undefined) return undefined;
	try {
		return Temporal.Instant.from(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
	} catch {
		return undefined;
	}
}

function prefixOf(installation: string): string {
	return `front-office-${installation.slice(0, idCharacters)}-`;
}
