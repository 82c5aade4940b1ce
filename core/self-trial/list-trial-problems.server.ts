import type { Connection } from "../../platform/database/database.ts";
import type { Problem } from "../alarms/problem.ts";
import { findLastTrial } from "./trial-store.server.ts";

/** Lists what the last trial of the public site found wrong. */
export async function listTrialProblems(db: Connection): Promise<Problem[]> {
	const steps = (await findLastTrial(db))?.steps ?? [];
	return steps
		.filter(({ isWell }) => !isWell)
		.map(({ name, text }) => ({ key: `self-trial:${name}`, text: `The site tried itself: ${text}` }));
}
