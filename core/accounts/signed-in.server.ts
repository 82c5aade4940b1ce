import type { Connection } from "../../platform/database/database.ts";
import type { Browser } from "./browser.server.ts";
import { hasFreshProof, resumeSession, type Session } from "./sessions.server.ts";
import { findAccount, type Account } from "./store.server.ts";
import { mayUse } from "./roles.ts";

/** Somebody who is signed in, and the session by which they are. */
export type SignedIn = { account: Account; session: Session };

/** Finds who a request is from; undefined when nobody is signed in, the session has ended, or the account is disabled. */
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

/** Who changes accounts: somebody who is signed in, or somebody with a shell on the machine. */
export type Actor = SignedIn | "command";

/** What came of a change; prove-first: the proof of who they are is too old, and nothing was done. */
export type ChangeOutcome<Result extends object = object> =
	| ({ kind: "done" } & Result)
	| { kind: "prove-first" }
	| { kind: "refused"; message: string };

/** Gives the id that the audit log knows an actor by. */
export function nameActor(actor: Actor): string {
	return actor === "command" ? "command" : actor.account.id;
}

/** Tells why somebody may not change other people's accounts now; undefined when they may. */
export function judgeAdministrator(
	actor: Actor,
	now: Temporal.Instant,
): Exclude<ChangeOutcome, { kind: "done" }> | undefined {
	if (actor === "command") return undefined;
	if (!mayUse(actor.account.roles, "administration"))
		return { kind: "refused", message: "Only an admin may change accounts." };
	return hasFreshProof(actor.session, now) ? undefined : { kind: "prove-first" };
}
