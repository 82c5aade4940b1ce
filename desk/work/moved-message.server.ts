import type { ReplacedState } from "../../core/conversations/incoming/reopen-record.server.ts";
import { readVersion } from "../read-form.server.ts";

/** A message that was moved, for the undo. */
type MovedMessage = {
	id: string;
	/** The record that it was in; null for none. */
	from: string | null;
	/** State that the move replaced in the record that it came to. */
	replaced: ReplacedState | undefined;
};

/** Writes the id of a move's undo. References, ids and stages are without underscores. */
export function writeMoved({ id, from, replaced }: MovedMessage): string {
	const { version, stage = "", snoozedUntil } = replaced ?? {};
	const seconds = snoozedUntil && snoozedUntil.epochMilliseconds / 1_000;
	return [from ?? "", id, ...(replaced ? [version, seconds ?? "", stage] : [])].join("_");
}

/** Reads it from a form; a version that no record has stands for nothing replaced. */
export function readMoved(text: string): MovedMessage & { replaced: ReplacedState } {
	const [from = "", id = "", version = "", seconds = "", stage = ""] = text.split("_");
	return {
		id,
		from: from || null,
		replaced: {
			version: readVersion(version),
			stage: stage || undefined,
			snoozedUntil: /^\d{1,11}$/.test(seconds)
				? Temporal.Instant.fromEpochMilliseconds(Number(seconds) * 1_000)
				: undefined,
		},
	};
}
