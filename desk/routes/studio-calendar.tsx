import { Link } from "react-router";
import { Page } from "../layout/page.tsx";
import { readQuery } from "../read-query.server.ts";
import { isContentChangeKey } from "../studio/content-change-keys.ts";
import { showSiteCalendar } from "../studio/show-site-calendar.server.ts";
import { SiteMonthGrid, SiteMonthList } from "../studio/site-calendar.tsx";
import { beginSiteWork } from "../studio/site-work.server.ts";
import { StudioNavigation } from "../studio/studio-navigation.tsx";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/studio-calendar.ts";

const path = "/studio/calendar";

/** A month of the site: ?month=2026-12&view=list. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const work = beginSiteWork(context);
	const { month = "", view } = readQuery(request);
	const today = work.now.toZonedDateTimeISO(work.deps.company.timeZone).toPlainDate();
	return {
		calendar: await showSiteCalendar(work, readMonth(month) ?? today.toPlainYearMonth()),
		month: (readMonth(month) ?? today.toPlainYearMonth()).toString(),
		view: view === "list" ? ("list" as const) : ("grid" as const),
	};
}

function readMonth(text: string): Temporal.PlainYearMonth | undefined {
	return /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/.test(text) ? Temporal.PlainYearMonth.from(text) : undefined;
}

function addressOf(month: string, view: "list" | "grid"): string {
	const query = new URLSearchParams({ ...(month !== "" && { month }), ...(view === "list" && { view }) });
	return query.size === 0 ? path : `${path}?${query}`;
}

export default function StudioCalendarPage({ loaderData: { calendar, month, view } }: Route.ComponentProps) {
	useLive(isContentChangeKey);
	return (
		<Page title="Site calendar" subtitle={calendar.name}>
			<StudioNavigation />
			<div className="site-calendar-bar">
				<nav aria-label="Month">
					<Link className="button" to={addressOf(calendar.previous, view)}>
						Previous<span className="sr-only"> month</span>
					</Link>
					<Link className="button" to={addressOf("", view)}>
						This month
					</Link>
					<Link className="button" to={addressOf(calendar.next, view)}>
						Next<span className="sr-only"> month</span>
					</Link>
				</nav>
				{/* A phone has room for the list alone. */}
				<nav aria-label="View" className="site-calendar-views">
					{(["grid", "list"] as const).map((one) => (
						<Link
							key={one}
							className="button"
							to={addressOf(month, one)}
							aria-current={one === view ? "true" : undefined}
						>
							{one === "grid" ? "Month" : "List"}
						</Link>
					))}
				</nav>
			</div>
			<div className="site-calendar" data-view={view}>
				<SiteMonthGrid calendar={calendar} listPath={addressOf(month, "list")} />
				<SiteMonthList calendar={calendar} />
			</div>
		</Page>
	);
}
