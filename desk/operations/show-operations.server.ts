import { listHealthProblems } from "../../core/alarms/list-problems.server.ts";
import type { SweepHold } from "../../core/people/last-sweep.server.ts";
import type { Trial } from "../../core/self-trial/trial-store.server.ts";
import type { IndexNowState } from "../../features/publishing/index-now/index-now.server.ts";
import type { EmailSummary } from "../../platform/email/email-list-store.ts";
import { emailGroupNames, groupOf } from "../../platform/email/email-list-store.ts";
import type { OperationsFacts, OperationsHealth } from "../../platform/operations/operations.ts";
import { capitalise } from "../../shared/capitalise.ts";
import type { CompanyTime } from "../../shared/company.ts";
import { showValue } from "../records/show-values.server.ts";
import type { ShownField, ShownValue } from "../records/values.ts";

type Place = Pick<CompanyTime, "locale" | "timeZone">;

/** Lists warnings of disk, backups and search engines, in whole sentences. */
export function listWarnings(
	{ indexNow, ...facts }: OperationsHealth & { indexNow: IndexNowState | undefined },
	now: Temporal.Instant,
	place: Place,
): string[] {
	const show = (instant: Temporal.Instant) => showValue(instant, place).text;
	return [
		...listHealthProblems(facts, now, show).map(({ text }) => text),
		...listBackupAdvice(facts),
		...(indexNow?.failure
			? [
					`Search engines were not told of changed pages: ${indexNow.failure.text}. Next attempt: ${show(indexNow.failure.retryAt)}.`,
				]
			: []),
	];
}

/** Says what is still to be set up; nobody is told of it elsewhere. */
function listBackupAdvice({
	backup,
	rehearsal,
	automatic,
}: Pick<OperationsFacts, "backup" | "rehearsal" | "automatic">): string[] {
	if (!backup)
		return [
			automatic ? "No backup yet." : "No backup yet. Turn on automatic backups, or run npm run backup -- FILE.tar.gz",
		];
	if (rehearsal || automatic?.isRunning) return [];
	return ["No backup has been test-restored. Run: npm run restore -- FILE.tar.gz --rehearse"];
}

/** Says that nothing is erased until somebody confirms the date. */
export function describeSweepHold({ lastSweptAt, now }: SweepHold, place: Place): string {
	const days = Math.round(Math.abs(lastSweptAt.until(now).total("hours")) / 24);
	const when = Temporal.Instant.compare(now, lastSweptAt) > 0 ? "after" : "before";
	return `Erasure is paused: this server’s date (${showValue(now, place).text}) is ${days} days ${when} the last erasure of expired records (${showValue(lastSweptAt, place).text}).`;
}

/** Lists the facts of the installation. */
export function showInstallation(facts: OperationsFacts, now: Temporal.Instant, place: Place): ShownField[] {
	const { release, commit, startedAt, database, disk } = facts;
	const text = (label: string, value: string): ShownField => ({ label, value: { text: value } });
	return [
		text("Version", commit === undefined ? release : `${release}, commit ${commit}`),
		{ label: "Running since", value: showValue(startedAt, place) },
		text("Uptime", formatDuration(startedAt, now)),
		text("Database", `${database.name}, ${formatBytes(database.bytes, place)}`),
		text("Migrations", `${database.migrations}, latest ${database.lastMigration}`),
		text("Free disk space", `${formatBytes(disk.freeBytes, place)} of ${formatBytes(disk.totalBytes, place)}`),
		text("Data folder", `${disk.isWhole ? "" : "at least "}${formatBytes(disk.dataBytes, place)}`),
	];
}

/** Lists the facts of backups. */
export function showBackups(
	{ backup, rehearsal, automatic }: Pick<OperationsFacts, "backup" | "rehearsal" | "automatic">,
	now: Temporal.Instant,
	place: Place,
): ShownField[] {
	const text = (label: string, value: string): ShownField => ({ label, value: { text: value } });
	return [
		{ label: "Last backup", value: backup ? showValue(backup.at, place) : { text: "Never" } },
		...(backup ? [text("Archive", `${backup.archive}, ${formatBytes(backup.bytes, place)}`)] : []),
		...(backup?.location === undefined ? [] : [text("Location", backup.location)]),
		...(backup?.isEncrypted === undefined ? [] : [text("Encrypted", backup.isEncrypted ? "yes" : "no")]),
		...(backup?.failure === undefined ? [] : [text("Damaged", backup.failure)]),
		{ label: "Last test restore", value: rehearsal ? showValue(rehearsal.at, place) : { text: "Never" } },
		...(rehearsal
			? [
					text("Result", rehearsal.failure === undefined ? "passed" : "failed"),
					{ label: "From the backup of", value: showValue(rehearsal.archiveMadeAt, place) },
				]
			: []),
		...(automatic ? [{ label: "Next backup", value: showNextBackup(automatic, now, place) }] : []),
	];
}

function showNextBackup(
	{ isRunning, askedAt, nextAt }: NonNullable<OperationsFacts["automatic"]>,
	now: Temporal.Instant,
	place: Place,
): ShownValue {
	if (isRunning) return { text: "running now" };
	if (askedAt || Temporal.Instant.compare(nextAt, now) <= 0) return { text: "within a minute" };
	return showValue(nextAt, place);
}

/** The backups that the server makes by itself: those kept, and what their page offers. */
export type ShownAutomaticBackups = {
	canStart: boolean;
	canRehearse: boolean;
	kept: { name: string; madeAt: ShownValue; size: string }[];
};

/** Shows the backups that the server makes by itself; undefined where it makes none. */
export function showAutomaticBackups(
	{ automatic }: Pick<OperationsFacts, "automatic">,
	place: Place,
): ShownAutomaticBackups | undefined {
	if (!automatic) return undefined;
	return {
		canStart: !automatic.isRunning && automatic.askedAt === undefined,
		canRehearse: automatic.canRehearse,
		kept: automatic.kept.map(({ name, madeAt, bytes }) => ({
			name,
			madeAt: showValue(madeAt, place),
			size: formatBytes(bytes, place),
		})),
	};
}

/** A trial of the site: when, whether all went well, and how each part went. */
export type ShownTrial = { id: string; at: ShownValue; isWell: boolean | undefined; texts: string[] };

/** Shows a trial of the site; without a result, it waits, is under way or was interrupted. */
export function showTrial({ id, askedAt, startedAt, endedAt, steps }: Trial, place: Place): ShownTrial {
	const at = showValue(startedAt ?? askedAt, place);
	if (steps.length === 0)
		return {
			id,
			at,
			isWell: undefined,
			texts: [endedAt ? "Interrupted." : startedAt ? "Under way." : "Begins in a few seconds."],
		};
	const texts = steps.map(({ text }) => capitalise(text));
	return { id, at, isWell: steps.every(({ isWell }) => isWell), texts };
}

/** Lists the facts of telling search engines of changed pages. */
export function showIndexNow({ waiting, sentAt }: IndexNowState, place: Place): ShownField[] {
	return [
		{ label: "Last announced", value: sentAt ? showValue(sentAt, place) : { text: "Never" } },
		{ label: "Pages waiting", value: { text: String(waiting) } },
	];
}

/** Shows the state of the last test e-mail. */
export function showTestEmail(
	email: EmailSummary,
	now: Temporal.Instant,
	place: Place,
): { text: string; error: string | undefined; isOver: boolean } {
	const group = groupOf(email, now);
	const when = showValue(email.sentAt ?? email.queuedAt, place).text;
	return {
		text:
			group === "sent"
				? `The mail server accepted the e-mail to ${email.recipient} (${when}).`
				: `E-mail to ${email.recipient} (${when}): ${emailGroupNames[group].toLowerCase()}, ${email.attempts} ${email.attempts === 1 ? "attempt" : "attempts"}.`,
		error: email.lastError,
		isOver: group === "sent" || group === "failed",
	};
}

function formatBytes(bytes: number, { locale }: Place): string {
	const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
	const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1_000)));
	return new Intl.NumberFormat(locale, {
		style: "unit",
		unit: units[power] ?? "byte",
		maximumFractionDigits: power > 2 ? 1 : 0,
	}).format(bytes / 1_000 ** power);
}

function formatDuration(from: Temporal.Instant, until: Temporal.Instant): string {
	const minutes = Math.max(0, Math.floor(from.until(until).total("minutes")));
	const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)];
	return [...(days > 0 ? [`${days} d`] : []), ...(days + hours > 0 ? [`${hours} h`] : []), `${minutes % 60} min`].join(
		" ",
	);
}
