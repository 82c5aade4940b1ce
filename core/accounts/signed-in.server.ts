import type { Connection } from "../../platform/database/database.ts";
import type { Browser } from "./browser.server.ts";
import { mayUse } from "./roles.ts";
import { hasFreshProof, isSessionOpen, resumeSession, type Session } from "./sessions.server.ts";
import { findAccount, type Account } from "./store.server.ts";

export type SignedIn = { account: Account; session: Session };

/** Finds the account and session of a request; undefined when nobody is signed in, the session has ended, or the account is disabled. */
export async function findSignedIn(
	db: Connection,
	{ session: token }: Pick<Browser, "session">,
	now: Temporal.Instant,
): Promise<SignedIn | undefined> {
	if (token === undefined) return undefined;
	const session = await resumeSession(db, token, now);
	const found = session && (await findAccount(db, session.accountId));
	if (!session || !found || found.disabledAt) return undefined;
	const { passwordHash: _, totpSecret: _secret, totpLastStep: _step, ...account } = found;
	return { account, session };
}

/** Tells whether somebody who was signed in still is, with the same roles. */
export async function hasSameAccess(
	db: Connection,
	{ account, session }: SignedIn,
	now: Temporal.Instant,
): Promise<boolean> {
	if (!(await isSessionOpen(db, session, now))) return false;
	const found = await findAccount(db, account.id);
	return found?.disabledAt === undefined && found?.roles.join() === account.roles.join();
}

/** A signed-in person, or a person with a shell on the machine. */
export type Actor = SignedIn | "command";

/** The result of a change. prove-first: the proof is too old, and nothing was done. */
export type ChangeOutcome<Result extends object = object> =
	| ({ kind: "done" } & Result)
	| { kind: "prove-first" }
	| { kind: "refused"; message: string };

/** Returns the actor's id in the audit log. */
export function nameActor(actor: Actor): string {
	return actor === "command" ? "command" : actor.account.id;
}

/** Explains why an actor may not change other accounts now; undefined when they may. */
export function judgeAdministrator(
	actor: Actor,
	now: Temporal.Instant,
): Exclude<ChangeOutcome, { kind: "done" }> | undefined {
	if (actor === "command") return undefined;
	if (!mayUse(actor.account.roles, "administration"))
		return { kind: "refused", message: "Only an admin can change accounts." };
	return hasFreshProof(actor.session, now) ? undefined : { kind: "prove-first" };
}
