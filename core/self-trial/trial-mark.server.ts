import { createHmac, timingSafeEqual } from "node:crypto";
import type { Connection } from "../../platform/database/database.ts";
import { findTrial, type TrialForm } from "./trial-store.server.ts";

/** The header that marks the requests of a trial. */
export const trialHeader = "front-office-trial";
const markPattern = /^(?<id>[0-9a-f-]{36})\.(?<ends>\d{10})\.(?<signature>[0-9a-f]{64})$/;
const validSeconds = 300;

/** Writes the mark of a trial's request with a form, which is valid for five minutes and only for that form. */
export function writeTrialMark(
	{ id, form }: { id: string; form: TrialForm },
	secret: string,
	now: Temporal.Instant,
): string {
	const ends = String(Math.floor(now.epochMilliseconds / 1_000) + validSeconds);
	return `${id}.${ends}.${sign({ id, form, ends }, secret)}`;
}

/**
 * Finds the trial that a request belongs to: its mark must be signed with the installation's secret and in time, and its trial under way
 * without a record of this form. Undefined for every other request, so that nobody outside can store what nobody sees.
 */
export async function findTrialOfMark(
	mark: string | string[] | undefined,
	form: TrialForm,
	{ db, getSecret, now }: { db: Connection; getSecret(): Promise<string>; now: Temporal.Instant },
): Promise<string | undefined> {
	const parts = typeof mark === "string" ? markPattern.exec(mark)?.groups : undefined;
	if (!parts) return undefined;
	const { id = "", ends = "", signature = "" } = parts;
	const expected = sign({ id, form, ends }, await getSecret());
	if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return undefined;
	const seconds = Number(ends) - now.epochMilliseconds / 1_000;
	if (seconds < 0 || seconds > validSeconds) return undefined;
	const trial = await findTrial(db, id);
	return trial?.startedAt && !trial.endedAt && trial.references[form] === undefined ? id : undefined;
}

function sign({ id, form, ends }: { id: string; form: TrialForm; ends: string }, secret: string): string {
	return createHmac("sha256", secret).update(`self-trial:${form}:${id}:${ends}`).digest("hex");
}
