import type { Connection } from "../../platform/database/database.ts";
import type { Problem } from "../alarms/problem.ts";
import { findLastTrial } from "./trial-store.server.ts";

/** A failure of a trial that nothing repeats says little after that. */
const soundFor = Temporal.Duration.from({ hours: 2 });

/**
 * Lists what the last trial of the public site found wrong.
 * @param isHourly whether another trial follows by itself; without one, a failure is a problem for two hours
 */
export async function listTrialProblems(
	db: Connection,
	{ isHourly, now }: { isHourly: boolean; now: Temporal.Instant },
): Promise<Problem[]> {
	const last = await findLastTrial(db);
	const isOld = last && last.askedAt.until(now).abs().total("hours") >= soundFor.total("hours");
	if (!last || (isOld && !isHourly)) return [];
	return last.steps
		.filter(({ isWell }) => !isWell)
		.map(({ name, text }) => ({ key: `self-trial:${name}`, text: `Self-test: ${text}` }));
}
