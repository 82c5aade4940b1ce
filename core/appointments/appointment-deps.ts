import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Company } from "../../shared/company.ts";
import type { HostDeps } from "./find-free-hosts.server.ts";

/** What can happen to an appointment, for the metrics. */
export type AppointmentOccurrence = "booked" | "moved" | "cancelled" | "slot-taken" | "capped";

/** What everything that deals with appointments works with; a kind adds what else can happen to its own. */
export type AppointmentDeps<More extends string = never> = {
	database: Database;
	clock: Clock;
	company: Company;
	/** Origin of the private links, without a slash at the end. */
	publicUrl: string;
	/** Right-hand side of the e-mails' Message-IDs. */
	messageIdDomain: string;
	/** Who can hold them. */
	hosts: HostDeps;
	/** Called after every change that was stored, never for a repeated one, and for every time that was refused as taken. */
	onOccurrence(occurrence: AppointmentOccurrence | More): void;
};
