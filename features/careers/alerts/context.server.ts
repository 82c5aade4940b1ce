import { createContext } from "react-router";
import type { JobAlerts } from "./job-alerts.server.ts";

/** Where the private page of a job alert finds what it can do. */
export const jobAlertsContext = createContext<JobAlerts>();
