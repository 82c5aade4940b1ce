import { createAdministration } from "../../core/accounts/administration.server.ts";
import { verifyAuditLog, type AuditMark } from "../../core/accounts/audit-log.server.ts";
import { rolesInWords } from "../../core/accounts/roles.ts";
import type { ChangeOutcome } from "../../core/accounts/signed-in.server.ts";
import { findAccountOfEmail } from "../../core/accounts/store.server.ts";
import { systemClock, writeInstant } from "../../platform/clock.ts";
import { readArguments, runCommand, UsageError, type Command, type CommandIo } from "../../platform/command-line.ts";
import { readConfig } from "../../platform/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { PlainError } from "../../platform/plain-error.ts";
import type { Company } from "../../shared/company.ts";
import { openExistingInstallation } from "../open-installation.ts";
import { nameMessageIds } from "../../platform/email/name-message-ids.ts";
import { formatTable } from "./format.ts";

const help = `Lets people into the desk, and checks its audit log.
Works beside a running server, on the database that the same environment names.

  npm run desk                              lists the accounts and the invitations that wait
  npm run desk -- invite EMAIL --role sales  prints a link by which somebody makes an account; give --role again for another role
  npm run desk -- reset EMAIL               prints a link by which somebody sets anew how they sign in, good for an hour; ends their sessions
  npm run desk -- verify-audit [MARK]       checks that no entry of the audit log was changed, removed or put in between, and prints its mark
                                            with MARK, which it printed before, also that nothing was cut off since

A link is e-mailed by the server too, where it has a mail server. Whoever has it gets in. A role is ${rolesInWords}.

  --role ROLE    what somebody who is invited may do
  --help         shows this
`;

type Desk = {
	database: Database;
	company: Company;
	administration: ReturnType<typeof createAdministration>;
	roles: string[];
};

const commands: Record<string, (desk: Desk, argument: string | undefined) => Promise<string>> = {
	async accounts({ administration }, argument) {
		if (argument !== undefined) throw new UsageError(`I do not know "accounts ${argument}". --help lists what I know.`);
		const accounts = await administration.list();
		const invitations = await administration.listInvitations();
		if (accounts.length + invitations.length === 0)
			return "No accounts. The server's log names the address by which the first admin is made.\n";
		return formatTable(
			["Name", "E-mail", "Roles", "State"],
			[
				...accounts.map(({ name, email, roles, disabledAt, usesProvider }) => [
					name,
					email,
					roles.join(", "),
					disabledAt ? "disabled" : usesProvider ? "active, by the company's sign-in" : "active",
				]),
				...invitations.map(({ email = "", roles }) => ["", email, roles.join(", "), "invited"]),
			],
		);
	},

	async invite({ administration, company, roles }, email) {
		if (email === undefined) throw new UsageError("Who shall be invited? Give an e-mail address");
		return describeLink(await administration.invite("command", { email, roles }), company);
	},

	async reset({ database, administration, company }, email) {
		if (email === undefined) throw new UsageError("Whose account shall be reset? Give its e-mail address");
		const account = await findAccountOfEmail(database.db, email);
		if (!account) throw new UsageError(`${email} has no account`);
		return describeLink(await administration.reset("command", account.id), company);
	},

	async "verify-audit"({ database }, argument) {
		const mark = argument === undefined ? undefined : readMark(argument);
		const { entries, lastHash, brokenAt } = await verifyAuditLog(database.db, mark);
		if (brokenAt !== undefined)
			throw new PlainError(
				`The audit log is not as it was written: entry ${brokenAt} is missing, was changed, or was put in between. ${entries} before it ${entries === 1 ? "is" : "are"} whole.`,
			);
		return `${entries} ${entries === 1 ? "entry, which is" : "entries, which are"} as they were written. Note the mark where nobody who reaches the database does, and give it the next time:\n${entries}:${lastHash}\n`;
	},
};

function describeLink(outcome: ChangeOutcome<{ url: string; expiresAt: Temporal.Instant }>, company: Company): string {
	if (outcome.kind !== "done") throw new UsageError(outcome.kind === "refused" ? outcome.message : "Nothing was done");
	return `${outcome.url}\nIt can be used once, until ${writeInstant(outcome.expiresAt, company)}.\n`;
}

function readMark(text: string): AuditMark {
	const [, sequence, hash] = /^(\d{1,9}):([0-9a-f]{64})$/.exec(text) ?? [];
	if (sequence === undefined || hash === undefined)
		throw new UsageError(`${text} is no mark; verify-audit prints one, such as 1284:5feceb66…`);
	return { sequence: Number(sequence), hash };
}

/** Runs one command and gives what it prints. */
async function run(args: string[], io: CommandIo): Promise<string> {
	const { values, positionals } = readArguments(args, { role: { type: "string", multiple: true, default: [] } });
	if (values.help) return help;
	const [name = "accounts", argument, ...rest] = positionals;
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
	if (!command || rest.length > 0)
		throw new UsageError(`I do not know "${positionals.join(" ")}". --help lists what I know.`);
	const config = readConfig(io.env);
	const { database, company } = await openExistingInstallation(config);
	try {
		const administration = createAdministration({
			config,
			database,
			clock: systemClock,
			messageIdDomain: nameMessageIds(config),
			onEmails: () => undefined,
		});
		return await command({ database, company, administration, roles: values.role }, argument);
	} finally {
		await database.close();
	}
}

export const deskCommand: Command = { subject: "The accounts", run };

if (import.meta.main) await runCommand(deskCommand);
