import type { RecordSource } from "../../platform/staff/records.ts";
import { erasePerson, type ErasedPerson } from "../../platform/retention/erase-person.ts";
import { openFileStore } from "../../platform/files/file-store.ts";

/**
 * Erases a person, also from the database's own files, and says what came of it.
 *
 * @throws StorageUnavailableError when the database takes no writes now, and nothing was erased; Error, saying what was, when other
 * programs keep its file from being written anew, which erasing again makes up for
 */
export async function erase(
	{ database, now }: Pick<RecordSource, "database" | "now">,
	email: string,
	dataDirectory: string,
): Promise<string> {
	const erased = await erasePerson({ database, files: await openFileStore(dataDirectory) }, email, now);
	// Also when nothing was found: an earlier attempt may have ended in between.
	try {
		await database.overwriteDeleted({ thoroughly: true });
	} catch (error) {
		throw new Error(
			`${describe(erased, email)}But other programs use the database's file, so what was erased can still be found in its bytes. Erase again to finish.`,
			{ cause: error },
		);
	}
	return `${describe(erased, email)}Counts of self-identification answers hold no person and stay. Mailboxes and backups are out of reach from here.\n`;
}

function describe(erased: ErasedPerson, email: string): string {
	const counts = [
		count(erased.enquiries, "enquiry", "enquiries"),
		count(erased.bookings, "booking", "bookings"),
		count(erased.applications, "application", "applications"),
		count(erased.files, "resume", "resumes"),
		count(erased.jobAlerts, "job alert", "job alerts"),
		count(erased.emails, "e-mail", "e-mails"),
	];
	if (Object.values(erased).every((value) => value === 0 || (Array.isArray(value) && value.length === 0)))
		return `Nothing of ${email} is stored.\n`;
	const calls = erased.upcomingCalls.map(
		({ date, time }) =>
			`The call on ${date} at ${time} (India) will not take place. Its slot is free, and no e-mail says so: take it out of your calendar.\n`,
	);
	return `Erased of ${email}: ${counts.join(", ")}.\n${calls.join("")}`;
}

function count(number: number, singular: string, plural: string): string {
	return `${number} ${number === 1 ? singular : plural}`;
}
