import type { HostDeps } from "../../core/appointments/find-free-hosts.server.ts";
import type { Company } from "../../shared/company.ts";

/** The hosts of a company without any. */
export function withoutHosts(company: Company): HostDeps {
	return { company, listPeople: async () => [], videoRoomsUrl: "https://rooms.example" };
}
