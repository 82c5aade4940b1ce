import { createContext } from "react-router";
import type { Clock } from "../../platform/clock.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import type { ManageApplication } from "./applications/manage-application.server.ts";
import type { TalentPool } from "./applications/talent-pool.server.ts";
import type { ManageInterview } from "./interviews/manage-interview.server.ts";
import type { Jobs } from "./jobs/job.ts";

/** The context key of the clock. */
export const clockContext = createContext<Clock>();

export const jobsContext = createContext<Jobs>();

/**
 * A refused application from a form without scripts; the page shows it again with the reasons.
 * `message` covers failures without a field, such as the connection or the disk.
 */
export type RejectedApplication = { values: Record<string, string>; errors: FieldError[]; message: string };

export const rejectedApplicationContext = createContext<RejectedApplication | null>(null);

export const manageApplicationContext = createContext<ManageApplication>();

export const talentPoolContext = createContext<TalentPool>();

export const manageInterviewContext = createContext<ManageInterview>();
