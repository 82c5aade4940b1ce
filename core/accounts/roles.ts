import { roles, type Role } from "../../shared/roles.ts";

/** Areas of the desk, described in docs/product/desk.md, Accounts. */
export const areas = [
	"enquiries",
	"calls",
	"hiring",
	"own-interviews",
	"content",
	"own-calendar",
	"administration",
] as const;
export type Area = (typeof areas)[number];

const areasOf: Readonly<Record<Role, readonly Area[]>> = {
	admin: areas,
	sales: ["enquiries", "calls", "own-calendar"],
	recruiter: ["hiring", "own-interviews", "own-calendar"],
	interviewer: ["own-interviews", "own-calendar"],
	editor: ["content"],
};

/** Tells whether somebody with these roles may use an area of the desk. */
export function mayUse(own: readonly Role[], area: Area): boolean {
	return own.some((role) => areasOf[role].includes(area));
}

/** "admin, sales, recruiter or editor", as messages and help texts name them. */
export const rolesInWords = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(roles);

/** Reads roles as a command or form names them, without duplicates. Returns undefined when one is unknown or none is given. */
export function readRoles(names: readonly string[]): Role[] | undefined {
	const read = roles.filter((role) => names.includes(role));
	return read.length > 0 && names.every((name) => roles.some((role) => role === name)) ? read : undefined;
}
