import type { Colleague } from "./record-kind.ts";

/** Finds mentioned members: "@" and a full name or the local part of an address, in any case. Of two matches, the longer counts. */
export function findMentions(text: string, colleagues: readonly Colleague[]): Colleague[] {
	const handles = colleagues
		.flatMap((colleague) => [
			{ handle: colleague.name.toLowerCase(), colleague },
			{ handle: colleague.email.split("@")[0]?.toLowerCase() ?? "", colleague },
		])
		.filter(({ handle }) => handle !== "")
		.toSorted((a, b) => b.handle.length - a.handle.length);
	const lower = text.toLowerCase();
	const mentioned = new Set<Colleague>();
	for (const { index } of lower.matchAll(/(?<![\p{L}\p{N}._%+-])@/gu)) {
		const rest = lower.slice(index + 1);
		const found = handles.find(
			({ handle }) => rest.startsWith(handle) && !/^[\p{L}\p{N}]/u.test(rest.slice(handle.length)),
		);
		if (found) mentioned.add(found.colleague);
	}
	return colleagues.filter((colleague) => mentioned.has(colleague));
}
