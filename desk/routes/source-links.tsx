import { Link } from "react-router";
import { countByLink } from "../../core/records/record-counts.server.ts";
import { nameSourceLink } from "../../core/records/source-links.server.ts";
import { writeValue } from "../../features/analytics/figures.ts";
import { applicationNames } from "../../features/careers/applications/application-names.ts";
import { listAllJobs } from "../../features/careers/jobs/jobs-store.server.ts";
import { applicationOutcomes } from "../../shared/desk.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { DataTable } from "../layout/data-table.tsx";
import { Page } from "../layout/page.tsx";
import { useCounts } from "../layout/use-counts.ts";
import { NumberCell, StateCell } from "../records/shown-value.tsx";
import { listTargets } from "../source-links/source-link-form.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/source-links.ts";

/** The source links with what each has brought. */
export async function loader({ context }: Route.LoaderArgs) {
	const { deps, source, now } = beginWork(context);
	const { db } = source.database;
	const { locale, timeZone } = deps.company;
	const today = findDate(now.epochMilliseconds, timeZone);
	const jobs = await listAllJobs(db);
	const links = await countByLink(db, applicationNames, applicationOutcomes.hired);
	return {
		publicUrl: deps.config.publicUrl,
		links: links.map(({ link, count, reached }) => {
			const { name, target, cost, currency, isOn } = link;
			const write = (amount: number) => writeValue(amount, currency, locale);
			const perOne = (number: number) => (cost === undefined || number === 0 ? undefined : write(cost / number));
			return {
				name,
				label: nameSourceLink(link),
				target: listTargets(jobs, today, target).find(({ value }) => value === target)?.label ?? target,
				count,
				hires: reached,
				cost: cost === undefined ? "" : write(cost),
				perApplication: perOne(count),
				perHire: perOne(reached),
				state: isOn ? { state: "open", name: "On" } : { state: "closed", name: "Off" },
			};
		}),
	};
}

export default function SourceLinksPage({ loaderData: { links, publicUrl } }: Route.ComponentProps) {
	const write = useCounts();
	return (
		<Page
			title="Source links"
			subtitle="Post a link, and see which applications and hires it brings. Visitors are not tracked."
			actions={
				<Link className="button button-main" to="/source-links/new">
					New link
				</Link>
			}
		>
			<DataTable
				caption="Source links"
				columns={["Link", "Leads to", "Applications", "Hires", "Cost", "Status"]}
				numbers={["Applications", "Hires", "Cost"]}
				empty="No source links yet. Create one with “New link” for each place where you advertise."
			>
				{links.map(({ name, label, target, count, hires, cost, perApplication, perHire, state }) => (
					<tr key={name}>
						<th scope="row">
							<Link to={`/source-links/${name}`} data-row prefetch="intent">
								{label}
							</Link>
							<span className="aside">
								{publicUrl}/go/{name}
							</span>
						</th>
						<td data-label="Leads to">{target}</td>
						<NumberCell label="Applications">
							{write(count)} {perApplication && <span className="aside">{perApplication} each</span>}
						</NumberCell>
						<NumberCell label="Hires">
							{write(hires)} {perHire && <span className="aside">{perHire} each</span>}
						</NumberCell>
						<NumberCell label="Cost">{cost}</NumberCell>
						<StateCell state={state} />
					</tr>
				))}
			</DataTable>
		</Page>
	);
}
