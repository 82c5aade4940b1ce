import { Link } from "react-router";
import { listHosts } from "../../core/appointments/host-store.server.ts";
import { DataTable } from "../layout/data-table.tsx";
import { Page } from "../layout/page.tsx";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/hosts.ts";

/** Possible hosts, and those who are. */
export async function loader({ context }: Route.LoaderArgs) {
	const { deps } = beginWork(context);
	const { db } = deps.database;
	const purposes = await deps.listHostPurposes(db);
	const hosts = await listHosts(db);
	const people = new Map(purposes.flatMap((purpose) => purpose.people).map((person) => [person.id, person]));
	return {
		purposes: purposes.map(({ key, name, withoutHosts }) => ({
			name,
			withoutHosts,
			count: hosts.filter((host) => host.purposes.includes(key) && people.has(host.id)).length,
		})),
		people: [...people.values()].map(({ id, name, email }) => {
			const host = hosts.find((one) => one.id === id);
			return {
				id,
				name,
				email,
				holds: purposes.filter(({ key }) => host?.purposes.includes(key)).map((purpose) => purpose.name),
				hours: host?.hours ? "Custom" : "Company hours",
				video: { none: "Sent manually", fixed: "Fixed address", room: "New room per call" }[host?.video.kind ?? "none"],
			};
		}),
	};
}

export default function HostsPage({ loaderData }: Route.ComponentProps) {
	const { purposes, people } = loaderData;
	return (
		<Page title="Hosts" subtitle="Who takes calls and interviews. Each time slot is bookable while a host is free.">
			{purposes
				.filter(({ count }) => count === 0)
				.map(({ name, withoutHosts }) => (
					<p key={name} className="empty">
						No hosts for {name.toLowerCase()} yet, {withoutHosts}. Pick someone below.
					</p>
				))}
			<DataTable caption="Hosts" columns={["Name", "Bookable for", "Hours", "Video call"]}>
				{people.map(({ id, name, email, holds, hours, video }) => (
					<tr key={id}>
						<th scope="row">
							<Link to={`/hosts/${id}`} prefetch="intent" data-row>
								{name}
							</Link>
							<span className="aside">{email}</span>
						</th>
						<td data-label="Bookable for">{holds.join(", ") || "—"}</td>
						<td data-label="Hours">{holds.length > 0 && hours}</td>
						<td data-label="Video call">{holds.length > 0 && video}</td>
					</tr>
				))}
			</DataTable>
		</Page>
	);
}
