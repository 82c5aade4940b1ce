import { requestNames } from "./request-names.ts";

/**
 * Says what stays when a person is erased, for the desk and the command.
 * @param names the names of the kinds of the erased records
 * @param lockedMonths the term of ERASED_LOCKED_MONTHS; 0 for none
 */
export function listKept(names: ReadonlySet<string>, lockedMonths: number): string[] {
	const kept = [
		"The audit log: actions and references, no names or addresses.",
		"Anonymous counts of self-identification answers and page views.",
		"Copies in mailboxes and backups. Restoring a backup erases the person again.",
	];
	if (names.has(requestNames.name))
		kept.unshift("An entry of each request in the request register: dates and outcome, no name.");
	if (lockedMonths > 0 && names.size > 0)
		kept.unshift(`An encrypted archive of each record, for ${nameMonths(lockedMonths)}; this server cannot read it.`);
	return kept;
}

export function nameMonths(months: number): string {
	return months === 1 ? "1 month" : `${months} months`;
}
