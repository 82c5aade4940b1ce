const maxNameBytes = 200;

/**
 * Cleans a file name of a visitor for display and storage: no path, no control or direction marks, the ending of its format, at most 200
 * bytes.
 *
 * @param options endings: those that the format's ending replaces; fallback: the name of a file without one
 */
export function cleanFileName(
	name: string,
	ending: string,
	{ endings, fallback }: { endings: readonly string[]; fallback: string },
): string {
	const [base = ""] = name.split(/[\\/]/).slice(-1);
	const cleaned = base.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, "").trim();
	const whole = cleaned.replace(/(?<![. ])[. ]+$/, "");
	const former = findEnding(whole);
	const stem = endings.includes(former) ? whole.slice(0, -former.length - 1) : whole;
	// Every character is at least a byte, so this is enough; dropping them one by one would take minutes for a long name.
	let short = stem.slice(0, maxNameBytes);
	while (Buffer.byteLength(`${short}.${ending}`) > maxNameBytes) short = Array.from(short).slice(0, -1).join("");
	return `${short || fallback}.${ending}`;
}

/** Returns the ending of a file name in small letters; empty without one. */
export function findEnding(name: string): string {
	return /\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
}
