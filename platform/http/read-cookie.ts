/**
 * Finds the value of a cookie in a Cookie header.
 *
 * Another server of the same parent domain can set a cookie for the whole domain. A name is therefore compared as browsers do, which know
 * two kinds of blanks: a further kind, which trim() knows too, would hide the prefix `__Host-` from the browser and not from us. And a
 * name that comes twice has no value, because nothing tells which one is ours.
 */
export function readCookie(header: string | undefined, name: string): string | undefined {
	const values = (header ?? "").split(";").flatMap((pair) => {
		const [found = "", ...value] = pair.replace(/^[ \t]+/, "").split("=");
		return found === name ? [value.join("=")] : [];
	});
	return values.length === 1 ? values[0] : undefined;
}
