import { createContext } from "react-router";
import type { JobAlerts } from "./job-alerts.server.ts";

export const jobAlertsContext = createContext<JobAlerts>();
