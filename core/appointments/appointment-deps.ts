import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Company } from "../../shared/company.ts";
import type { HostDeps } from "./find-free-hosts.server.ts";

/** Events of an appointment, for the metrics. */
export type AppointmentOccurrence = "booked" | "moved" | "cancelled" | "slot-taken" | "limit-reached";

/** Dependencies of everything about appointments; a kind adds its own events. */
export type AppointmentDeps<More extends string = never> = {
	database: Database;
	clock: Clock;
	company: Company;
	/** Origin of the private links, without a slash at the end. */
	publicUrl: string;
	/** Right-hand side of the e-mails' Message-IDs. */
	messageIdDomain: string;
	/** Their possible hosts. */
	hosts: HostDeps;
	/** Called after every stored change, never for a repeated request, and for every refused slot that was taken. */
	onOccurrence(occurrence: AppointmentOccurrence | More): void;
};
