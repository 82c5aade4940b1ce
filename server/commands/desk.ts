import { createAdministration } from "../../core/accounts/administration.server.ts";
import { verifyAuditLog, type AuditMark } from "../../core/accounts/audit-log.server.ts";
import { rolesInWords } from "../../core/accounts/roles.ts";
import type { ChangeOutcome } from "../../core/accounts/signed-in.server.ts";
import { findAccountOfEmail } from "../../core/accounts/store.server.ts";
import { endFeedsOf } from "../../features/booking/calendar-feed.server.ts";
import { systemClock, formatInstant } from "../../platform/clock.ts";
import { readArguments, runCommand, UsageError, type Command, type CommandIo } from "../../platform/command-line.ts";
import { readConfig } from "../../platform/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { nameMessageIds } from "../../platform/email/name-message-ids.ts";
import { PlainError } from "../../platform/plain-error.ts";
import type { Company } from "../../shared/company.ts";
import { openExistingInstallation } from "../open-installation.ts";
import { formatTable } from "./format.ts";

const help = `Manages the desk's accounts and checks its audit log. Works beside a running server on the same environment.

  npm run desk                              list accounts and pending invitations
  npm run desk -- invite EMAIL --role sales  invite a member and print the link; repeat --role for more roles
  npm run desk -- reset EMAIL               print a reset link, valid for an hour, and end the member's sessions
  npm run desk -- verify-audit [MARK]       check the audit log for changed, removed or inserted entries, and print its mark
                                            with an earlier MARK: also check that nothing was cut off since

With a mail server, links are e-mailed too. Keep them secret. A role is ${rolesInWords}.

  --role ROLE    role of the invited member
  --help         show this help
`;

type Desk = {
	database: Database;
	company: Company;
	administration: ReturnType<typeof createAdministration>;
	roles: string[];
};

const commands: Record<string, (desk: Desk, argument: string | undefined) => Promise<string>> = {
	async accounts({ administration }, argument) {
		if (argument !== undefined) throw new UsageError(`Unknown command "accounts ${argument}". See --help.`);
		const accounts = await administration.list();
		const invitations = await administration.listInvitations();
		if (accounts.length + invitations.length === 0)
			return "No accounts yet. Find the link for the first admin in the server's log.\n";
		return formatTable(
			["Name", "E-mail", "Roles", "Status"],
			[
				...accounts.map(({ name, email, roles, disabledAt, usesProvider }) => [
					name,
					email,
					roles.join(", "),
					disabledAt ? "disabled" : usesProvider ? "active, company sign-in" : "active",
				]),
				...invitations.map(({ email = "", roles }) => ["", email, roles.join(", "), "invited"]),
			],
		);
	},

	async invite({ administration, company, roles }, email) {
		if (email === undefined) throw new UsageError("Give the e-mail address to invite");
		return describeLink(await administration.invite("command", { email, roles }), company);
	},

	async reset({ database, administration, company }, email) {
		if (email === undefined) throw new UsageError("Give the e-mail address of the account to reset");
		const account = await findAccountOfEmail(database.db, email);
		if (!account) throw new UsageError(`${email} has no account`);
		return describeLink(await administration.reset("command", account.id), company);
	},

	async "verify-audit"({ database }, argument) {
		const mark = argument === undefined ? undefined : readMark(argument);
		const { entries, lastHash, brokenAt } = await verifyAuditLog(database.db, mark);
		if (brokenAt !== undefined)
			throw new PlainError(
				`The audit log was tampered with: entry ${brokenAt} is missing, changed or inserted. ${entries} ${entries === 1 ? "entry" : "entries"} before it ${entries === 1 ? "is" : "are"} intact.`,
			);
		return `Audit log intact: ${entries} ${entries === 1 ? "entry" : "entries"}. Keep this mark outside the database and pass it next time:\n${entries}:${lastHash}\n`;
	},
};

function describeLink(outcome: ChangeOutcome<{ url: string; expiresAt: Temporal.Instant }>, company: Company): string {
	if (outcome.kind !== "done") throw new UsageError(outcome.kind === "refused" ? outcome.message : "Nothing changed");
	return `${outcome.url}\nWorks once, until ${formatInstant(outcome.expiresAt, company)}.\n`;
}

function readMark(text: string): AuditMark {
	const [, sequence, hash] = /^(\d{1,9}):([0-9a-f]{64})$/.exec(text) ?? [];
	if (sequence === undefined || hash === undefined)
		throw new UsageError(`${text} is not a mark. verify-audit prints one, such as 1284:5feceb66…`);
	return { sequence: Number(sequence), hash };
}

/** Runs one command and returns its output. */
async function run(args: string[], io: CommandIo): Promise<string> {
	const { values, positionals } = readArguments(args, { role: { type: "string", multiple: true, default: [] } });
	if (values.help) return help;
	const [name = "accounts", argument, ...rest] = positionals;
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
	if (!command || rest.length > 0) throw new UsageError(`Unknown command "${positionals.join(" ")}". See --help.`);
	const config = readConfig(io.env);
	const { database, company } = await openExistingInstallation(config);
	try {
		const administration = createAdministration({
			config,
			database,
			clock: systemClock,
			messageIdDomain: nameMessageIds(config),
			endFeedsOf,
			onEmails: () => undefined,
		});
		return await command({ database, company, administration, roles: values.role }, argument);
	} finally {
		await database.close();
	}
}

export const deskCommand: Command = { subject: "The accounts", run };

if (import.meta.main) await runCommand(deskCommand);
