import { memo } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { buttonClass, ButtonLink } from "../../ui/button.tsx";
import { Carousel } from "../../ui/carousel.tsx";
import { Picture, type PictureData } from "../../ui/picture.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { useCompany } from "../layout/use-company.ts";
import { DemoButton } from "./demo-dialog.tsx";

export type ServiceTab = {
	slug: string;
	/** Full service title; in the URL it selects the tab. */
	serviceTitle: string;
	label: string;
	title: string;
	bullets: string[];
	gallery: PictureData[];
};

/** How long the content fades when the tab changes: docs/product/site.md, Timings. */
const fadeMs = 200;

type ServicesSectionProps = { title: string; introduction: string; tabs: ServiceTab[] };

/**
 * The eight services in tabs: docs/product/site.md, Services on the home page.
 *
 * The choice is in the address: #erp, or ?service=ERP in upper or lower case.
 */
export function ServicesSection({ title, introduction, tabs }: ServicesSectionProps) {
	const selected = useSelectedTab(tabs);
	const { search } = useLocation();
	const navigate = useNavigate();

	return (
		<section aria-labelledby="services-title" className="late-part-2 bg-white section-space">
			<div className="container-page">
				<div className="grid gap-6 lg:grid-cols-12">
					<h2 id="services-title" className="text-title lg:col-span-7">
						{title}
					</h2>
					<p className="max-w-[48ch] lg:col-span-5 lg:pt-3">{introduction}</p>
				</div>
				<div className="mt-10">
					<Tabs
						label="Services"
						selected={selected}
						onSelect={(id) => navigate({ search, hash: id }, { replace: true })}
						fadeMs={fadeMs}
						tabs={tabs.map((tab) => ({
							id: tab.slug,
							label: tab.label,
							panel: (active) => <ServicePanel tab={tab} active={active} />,
						}))}
					/>
				</div>
			</div>
		</section>
	);
}

function useSelectedTab(tabs: ServiceTab[]): string {
	const hydrated = useHydrated();
	const { hash } = useLocation();
	const [search] = useSearchParams();
	const first = tabs[0]?.slug ?? "";
	// The server does not know the fragment, so the first paint shows the first tab or the one CSS finds by #id.
	if (!hydrated) return first;
	const byHash = tabs.find((tab) => `#${tab.slug}` === hash);
	const named = search.get("service")?.toLowerCase();
	const byName = tabs.find(
		(tab) => named !== undefined && [tab.slug, tab.label.toLowerCase(), tab.serviceTitle.toLowerCase()].includes(named),
	);
	return (byHash ?? byName)?.slug ?? first;
}

/** Memoised, so that choosing a tab renders only the panels that appear or disappear. */
const ServicePanel = memo(function ServicePanel({ tab, active }: { tab: ServiceTab; active: boolean }) {
	const { parts } = useCompany();
	return (
		<div className="grid items-center gap-8 rounded-20 border border-hairline bg-paper p-6 md:p-10 lg:grid-cols-12 lg:gap-12">
			<div className="lg:col-span-5">
				<h3 className="text-28">{tab.title}</h3>
				<ul className="ticks mt-6 space-y-3">
					{tab.bullets.map((bullet) => (
						<li key={bullet} className="text-16">
							{bullet}
						</li>
					))}
				</ul>
				<div className="mt-8 flex flex-wrap gap-3">
					{parts.booking && <DemoButton className={buttonClass("primary")} />}
					<ButtonLink look="secondary" to={`/case-study/${tab.slug}`}>
						View full case study
					</ButtonLink>
				</div>
			</div>
			<div className="min-w-0 lg:col-span-7">
				<Carousel
					label={`${tab.label} in pictures`}
					active={active}
					arrows="never"
					slideClass="basis-full"
					slides={tab.gallery.map((picture) => ({
						key: picture.src,
						content: (
							// Otherwise a panel shown again would wait for its pictures again.
							<div className={`aspect-[44/31] overflow-hidden rounded-12 bg-sand ${active ? "" : "arrive-late"}`}>
								<Picture
									picture={picture}
									sizes="(width >= 64rem) 640px, 100vw"
									className="h-full w-full object-cover"
								/>
							</div>
						),
					}))}
				/>
			</div>
		</div>
	);
});
