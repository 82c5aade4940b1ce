import type { HostDeps } from "../../core/appointments/find-free-hosts.server.ts";
import type { Company } from "../../shared/company.ts";

/** What is known of hosts where nobody is one. */
export function withoutHosts(company: Company): HostDeps {
	return { company, listPeople: async () => [], videoRoomsUrl: "https://rooms.example" };
}
