import { createContext } from "react-router";
import type { Clock } from "../../platform/clock.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import type { ManageApplication } from "./applications/manage-application.server.ts";
import type { ManageInterview } from "./interviews/manage-interview.server.ts";
import type { Jobs } from "./jobs/job.ts";

/** Where a route's loader finds the time. */
export const clockContext = createContext<Clock>();

/** Where a route's loader finds the jobs. */
export const jobsContext = createContext<Jobs>();

/**
 * What the server refused of an application that was sent without scripts; the page shows it again with the reasons.
 *
 * `message` stands for all of it when no field is at fault: the connection was, or the disk.
 */
export type RejectedApplication = { values: Record<string, string>; errors: FieldError[]; message: string };

export const rejectedApplicationContext = createContext<RejectedApplication | null>(null);

/** Where the private page of an application finds what it can do. */
export const manageApplicationContext = createContext<ManageApplication>();

/** Where the private page of an interview finds what it can do. */
export const manageInterviewContext = createContext<ManageInterview>();
