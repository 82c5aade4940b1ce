import type { Member } from "./record-kind.ts";

/** Finds mentioned members: "@" and a full name or the local part of an address, in any case. Of two matches, the longer counts. */
export function findMentions(text: string, members: readonly Member[]): Member[] {
	const handles = members
		.flatMap((member) => [
			{ handle: member.name.toLowerCase(), member },
			{ handle: member.email.split("@")[0]?.toLowerCase() ?? "", member },
		])
		.filter(({ handle }) => handle !== "")
		.toSorted((a, b) => b.handle.length - a.handle.length);
	const lower = text.toLowerCase();
	const mentioned = new Set<Member>();
	for (const { index } of lower.matchAll(/(?<![\p{L}\p{N}._%+-])@/gu)) {
		const rest = lower.slice(index + 1);
		const found = handles.find(
			({ handle }) => rest.startsWith(handle) && !/^[\p{L}\p{N}]/u.test(rest.slice(handle.length)),
		);
		if (found) mentioned.add(found.member);
	}
	return members.filter((member) => mentioned.has(member));
}
