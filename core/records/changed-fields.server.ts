import type { Updateable } from "kysely";
import { toInstantText } from "../../platform/database/instant-text.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { isCalendarDate } from "../../shared/slot-times.ts";
import { findStage, type Member, type RecordKind } from "./record-kind.ts";
import type { StoredRecord } from "./record-store.server.ts";
import { findSnoozeFault, toSnoozeText } from "./snooze.server.ts";
import type { ChangedField } from "./work-store.server.ts";

type FieldRules = {
	/** Returns the field's value as changes store it. */
	read(record: StoredRecord, kind: RecordKind): string;
	/** Returns a value at an instant as people read it; days and instants as they are stored. */
	name(
		value: string,
		about: { kind: Pick<RecordKind, "stages">; members: readonly Member[]; at: Temporal.Instant },
	): string;
	/** Explains what is wrong with a value; undefined when it can be set. */
	findFault(
		value: string,
		about: { kind: RecordKind; members: readonly Member[]; now: Temporal.Instant },
	): string | undefined;
	/** Returns the columns that hold a value; undefined for spam, which the quarantine moves. */
	toColumns: ((value: string) => Updateable<Tables["records"]>) | undefined;
	/** Names the change in the audit log. */
	nameChange(value: string): string;
};

/** The rules of each field that staff change. */
export const fieldRules: Readonly<Record<ChangedField, FieldRules>> = {
	stage: {
		read: ({ stage }, kind) => findStage(kind, stage).key,
		name: (value, { kind }) => findStage(kind, value).label,
		findFault: (value, { kind }) =>
			kind.stages.some(({ key }) => key === value) ? undefined : `Stage “${value}” does not exist.`,
		toColumns: (stage) => ({ stage }),
		nameChange: () => "stage",
	},
	owner: {
		read: ({ ownerId }) => ownerId ?? "",
		name: (value, { members }) =>
			value === "" ? "Unassigned" : (members.find(({ id }) => id === value)?.name ?? value),
		findFault: (value, { kind, members }) =>
			value === "" || members.some(({ id }) => id === value)
				? undefined
				: `This member does not work with ${kind.names}.`,
		toColumns: (value) => ({ ownerId: value || null }),
		nameChange: () => "owner",
	},
	"follow-up": {
		read: ({ followUpOn }) => followUpOn?.toString() ?? "",
		name: (value) => value || "None",
		findFault: (value) => (value === "" || isCalendarDate(value) ? undefined : "Enter a date such as 2027-01-31."),
		toColumns: (value) => ({ followUpOn: value || null }),
		nameChange: () => "follow-up",
	},
	snooze: {
		read: ({ snoozedUntil }) => (snoozedUntil ? toSnoozeText(snoozedUntil) : ""),
		name: (value, { at }) => (value <= toInstantText(at) ? "Not snoozed" : value),
		findFault: (value, { now }) => findSnoozeFault(value, now),
		toColumns: (value) => ({ snoozedUntil: value || null }),
		nameChange: (value) => (value === "" ? "unsnooze" : "snooze"),
	},
	value: {
		read: ({ value }) => value?.toString() ?? "",
		name: (value) => value || "None",
		findFault(value, { kind }) {
			if (kind.hasValue !== true) return `No value is kept for ${kind.names}.`;
			return /^\d{0,12}$/.test(value) ? undefined : "Enter a whole number of at most 12 digits, without separators.";
		},
		toColumns: (value) => ({ value: value === "" ? null : Number(value) }),
		nameChange: () => "value",
	},
	reason: {
		read: ({ reason }) => reason ?? "",
		name: (value, { kind }) => (value === "" ? "None" : (findReason(kind, value)?.label ?? value)),
		findFault: (value, { kind }) =>
			value === "" || findReason(kind, value) ? undefined : `Reason “${value}” does not exist.`,
		toColumns: (value) => ({ reason: value || null }),
		nameChange: () => "reason",
	},
	spam: {
		read: ({ spam }) => (spam ? "yes" : "no"),
		name: (value) => (value === "yes" ? "Spam" : "Not spam"),
		findFault: (value) => (value === "yes" || value === "no" ? undefined : "Spam must be yes or no."),
		toColumns: undefined,
		nameChange: (value) => (value === "yes" ? "quarantine" : "release"),
	},
};

/** Finds a reason of any stage. */
function findReason({ stages }: Pick<RecordKind, "stages">, key: string) {
	return stages.flatMap(({ reasons = [] }) => reasons).find((reason) => reason.key === key);
}
