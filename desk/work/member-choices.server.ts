import type { Member } from "../../core/records/record-kind.ts";
import type { MemberChoice } from "./choices.ts";

/** Lists members as options. Members of one name have the local part of their address beside it, and are mentioned by that. */
export function listMemberChoices(members: readonly Member[]): MemberChoice[] {
	return members.map(({ id, name, email }) => {
		const isShared = members.some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase());
		const [localPart = ""] = email.split("@");
		return isShared ? { id, name: `${name} (${localPart})`, mention: localPart } : { id, name, mention: name };
	});
}
