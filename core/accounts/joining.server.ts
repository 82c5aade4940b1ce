import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import { deleteEmailsOf } from "../../platform/email/email-personal-data.ts";
import { emailAddressPattern } from "../../shared/email-address.ts";
import { tellOwner, writeAndSend } from "./account-emails.server.ts";
import type { AccountsDeps } from "./accounts-deps.server.ts";
import { writeOwnEntry } from "./audit-log.server.ts";
import { prepareSession, type SignInOutcome } from "./begin-session.server.ts";
import type { Browser } from "./browser.server.ts";
import {
	deleteInvitations,
	findInvitation,
	insertInvitation,
	takeInvitation,
	type Invitation,
} from "./invitations.server.ts";
import { insertPasskey } from "./passkey-store.server.ts";
import { cleanPasskeyName, type PasskeyResponse, type PasskeyCreation } from "./passkeys.server.ts";
import { joinPath } from "./paths.ts";
import type { SignInMethod } from "./sessions.server.ts";
import { findAccount, findAccountOfEmail, hasAdmin, insertAccount, type Account } from "./store.server.ts";
import {
	beginAuthenticator,
	beginFirstPasskey,
	findAuthenticator,
	preparePassword,
	readFirstPasskey,
	removeWaysToSignIn,
	type AuthenticatorSetup,
	type FieldProblem,
	type PasswordInput,
} from "./ways-to-sign-in.server.ts";

/** An opened link; for a reset, with its account. */
export type OpenedInvitation = Invitation & { account: Pick<Account, "id" | "email" | "name"> | undefined };

/** Details that people enter about themselves: only the first admin enters an address, and a reset asks for no name. */
export type Introduction = { email?: string; name?: string };

export type JoinOutcome =
	| (Extract<SignInOutcome, { kind: "signed-in" }> & {
			/** Shown once; empty without a password. */
			recoveryCodes: string[];
	  })
	| { kind: "problems"; problems: FieldProblem[] }
	/** The link was used, has expired or is unknown. */
	| { kind: "gone" };

const maxNameCharacters = 100;

const introductionSchema = z.object({
	email: z.email({ pattern: emailAddressPattern, error: "Enter an e-mail address like name@company.com" }),
	name: z
		.string()
		.trim()
		.min(1, "Enter your name")
		.max(maxNameCharacters, `Use at most ${maxNameCharacters} characters`)
		.regex(/^[^\p{Control}<>]*$/u, "The name contains characters that are not allowed"),
});

type Joiner = { invitation: OpenedInvitation; person: Pick<Account, "id" | "email" | "name">; isNew: boolean };

/** Creates the use cases behind the links of the first admin, of invitations and of resets. */
export function createJoining(deps: AccountsDeps) {
	const { config, database, clock } = deps;

	async function find(token: string): Promise<OpenedInvitation | undefined> {
		const invitation = await findInvitation(database.db, token, clock.now());
		if (!invitation) return undefined;
		const found = invitation.email === undefined ? undefined : await findAccountOfEmail(database.db, invitation.email);
		// An invitation needs an address without an account, a reset one with an account, the first link an empty database.
		const fits = {
			first: async () => !(await hasAdmin(database.db)),
			invite: async () => !found,
			reset: async () => found !== undefined && !found.disabledAt,
		}[invitation.kind];
		if (!(await fits())) return undefined;
		return { ...invitation, account: found && { id: found.id, email: found.email, name: found.name } };
	}

	async function introduce(token: string, introduction: Introduction): Promise<Joiner | FieldProblem[] | undefined> {
		const invitation = await find(token);
		if (!invitation) return undefined;
		if (invitation.account) return { invitation, person: invitation.account, isNew: false };
		const read = introductionSchema.safeParse({
			email: (invitation.email ?? introduction.email ?? "").trim().toLowerCase(),
			name: introduction.name ?? "",
		});
		if (!read.success)
			return read.error.issues.map(({ path, message }) => ({
				field: path[0] === "email" ? "email" : "name",
				message,
			}));
		if (await findAccountOfEmail(database.db, read.data.email))
			return [{ field: "email", message: "This address already has an account" }];
		return { invitation, person: { id: randomUUID(), ...read.data }, isNew: true };
	}

	/** Takes the link, creates or empties the account, and signs its owner in. */
	async function join(
		token: string,
		browser: Browser,
		{ invitation, person, isNew }: Joiner,
		method: SignInMethod,
		store: (transaction: WriteTransaction) => Promise<string[] | undefined>,
	): Promise<JoinOutcome> {
		const beginSession = await prepareSession(deps, { account: person, browser, method, isFirst: true });
		return writeAndSend(deps, async (transaction): Promise<JoinOutcome> => {
			const now = clock.now();
			// The first admin's link may be opened twice at once; only one person becomes the admin.
			if (invitation.kind === "first") await takeLock(transaction, "first admin");
			if (!(await takeInvitation(transaction, token, now))) return { kind: "gone" };
			if (invitation.kind === "first" && (await hasAdmin(transaction))) return { kind: "gone" };
			// The unsent e-mail's link no longer works.
			await deleteEmailsOf(transaction, [invitation.id]);
			if (isNew) {
				if (await findAccountOfEmail(transaction, person.email)) return { kind: "gone" };
				await insertAccount(transaction, { ...person, roles: invitation.roles }, now);
			} else {
				const found = await findAccount(transaction, person.id);
				if (!found || found.disabledAt) return { kind: "gone" };
				await removeWaysToSignIn(transaction, person.id);
			}
			const recoveryCodes = await store(transaction);
			if (!recoveryCodes) throw new Error("The invitation was accepted twice at the same time");
			if (!isNew) await tellOwner(deps, transaction, person, "reset");
			const signedIn = await beginSession(transaction, invitation.kind);
			const action = isNew ? "account.created" : "account.reset";
			const details = { invitation: invitation.id, roles: invitation.roles.join(",") };
			await writeOwnEntry(transaction, person.id, { action, details }, now);
			return { ...signedIn, recoveryCodes };
		});
	}

	return {
		/** Finds what a link opens; undefined when it was used, has expired or is unknown. */
		find,

		/** Starts setting up an authenticator app; undefined when the link does not work. */
		async beginAuthenticator(token: string): Promise<AuthenticatorSetup | undefined> {
			const invitation = await find(token);
			return invitation && beginAuthenticator(deps, invitation.id, invitation.email ?? "admin");
		},

		/** Returns the same setup when the form is shown again with errors. */
		async findAuthenticator(token: string, setup: string): Promise<AuthenticatorSetup | undefined> {
			const invitation = await find(token);
			return invitation && findAuthenticator(deps, invitation.id, invitation.email ?? "admin", setup);
		},

		/** Creates or resets the account with a password and its second factor. */
		async joinByPassword(token: string, browser: Browser, input: Introduction & PasswordInput): Promise<JoinOutcome> {
			const joiner = await introduce(token, input);
			if (!joiner) return { kind: "gone" };
			if (Array.isArray(joiner)) return { kind: "problems", problems: joiner };
			const { person, invitation } = joiner;
			const prepared = await preparePassword(deps, { owner: invitation.id, ...person }, input);
			if (prepared.problems) return { kind: "problems", problems: prepared.problems };
			return join(token, browser, joiner, "password", (transaction) => prepared.store(transaction, person.id));
		},

		/** Returns the options with which the browser creates the first passkey. */
		async beginPasskey(
			token: string,
			introduction: Introduction,
		): Promise<
			({ kind: "done" } & PasskeyCreation) | { kind: "problems"; problems: FieldProblem[] } | { kind: "gone" }
		> {
			const joiner = await introduce(token, introduction);
			if (!joiner) return { kind: "gone" };
			if (Array.isArray(joiner)) return { kind: "problems", problems: joiner };
			return { kind: "done", ...(await beginFirstPasskey(deps, joiner.invitation.id, joiner.person)) };
		},

		/** Creates or resets the account with the passkey that the browser created. */
		async joinByPasskey(
			token: string,
			browser: Browser,
			{ passkeyName, ...input }: Introduction & PasskeyResponse & { passkeyName: string },
		): Promise<JoinOutcome> {
			const joiner = await introduce(token, input);
			if (!joiner) return { kind: "gone" };
			if (Array.isArray(joiner)) return { kind: "problems", problems: joiner };
			const name = cleanPasskeyName(passkeyName);
			const passkey = await readFirstPasskey(deps, joiner.invitation.id, { ...input, name });
			if (!passkey || (!joiner.isNew && passkey.accountId !== joiner.person.id))
				return {
					kind: "problems",
					problems: [{ field: "passkey", message: "Could not create the passkey. Try again" }],
				};
			const person = { ...joiner.person, id: passkey.accountId };
			return join(token, browser, { ...joiner, person }, "passkey", async (transaction) => {
				await insertPasskey(transaction, passkey, clock.now());
				return [];
			});
		},

		/** Creates the link for the first admin; earlier ones stop working. Returns its address, or undefined when there is an admin. */
		async createFirstLink(): Promise<string | undefined> {
			return database.write(async (transaction) => {
				await takeLock(transaction, "first admin");
				if (await hasAdmin(transaction)) {
					await deleteInvitations(transaction, { kind: "first" });
					return undefined;
				}
				const token = await insertInvitation(
					transaction,
					{ kind: "first", email: undefined, roles: ["admin"] },
					clock.now(),
				);
				return `${config.deskUrl}${joinPath(token)}`;
			});
		},
	};
}
