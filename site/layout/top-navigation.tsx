import { ChevronDown, Menu, X } from "lucide-react";
import {
	useEffect,
	useEffectEvent,
	useRef,
	useState,
	type PointerEvent,
	type ReactNode,
	type RefObject,
	type SyntheticEvent,
} from "react";
import { Link, useLocation } from "react-router";
import type { BarEntry, MenuLink } from "../../features/publishing/menu-schema.ts";
import { shortenName } from "../../shared/short-name.ts";
import type { SiteOffer } from "../../shared/site-modules.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Logo, type LogoData } from "../../ui/logo.tsx";
import { ServiceIcon, type ServiceIconName } from "../../ui/service-icon.tsx";

export type MenuItem = { id: string; title: string; icon: ServiceIconName };

const desktop = "(min-width: 48rem)";
const shadowAfterPixels = 100;

const linkShape = "rounded-6 px-3 py-2 text-16 font-semibold hover:text-accent-text";
const linkClass = `${linkShape} text-ink aria-[current=page]:text-accent-text`;

type TopNavigationProps = {
	company: { name: string; shortName?: string | undefined; logo?: LogoData | undefined; parts: SiteOffer };
	services: MenuItem[];
	/** After those of every site. */
	entries?: BarEntry[] | undefined;
};

/** The lists of the bar besides those of its entries, which have their place as name. */
type ListName = "services" | "more" | number;

/**
 * The fixed bar on top of every page: docs/product/site.md, Navigation.
 *
 * The menus are details elements, so they open without scripts. Scripts add hover, and close them when a link is chosen, on a click
 * outside, on Escape, when the focus leaves the bar, and on resizing.
 */
export function TopNavigation({ company, services, entries = [] }: TopNavigationProps) {
	const { logo, parts } = company;
	const [menuOpen, setMenuOpen] = useState(false);
	const [openList, setOpenList] = useState<ListName>();
	const [scrolled, setScrolled] = useState(false);
	const bar = useRef<HTMLElement>(null);
	const hovering = useRef(false);
	const { pathname } = useLocation();

	useEffect(() => {
		const followScroll = () => setScrolled(window.scrollY > shadowAfterPixels);
		followScroll();
		window.addEventListener("scroll", followScroll, { passive: true });
		return () => window.removeEventListener("scroll", followScroll);
	}, []);

	const closeAll = () => {
		setMenuOpen(false);
		setOpenList(undefined);
	};
	useCloseOn(bar, closeAll);

	// Back and forward also lead to other pages.
	useEffect(closeAll, [pathname]);

	// The browser's toggle event comes later, also for changes by scripts: the pointer may have left by then, and the event must not reopen
	// the menu.
	const tell = (known: boolean, set: (open: boolean) => void) => (event: SyntheticEvent<HTMLDetailsElement>) => {
		const { open } = event.currentTarget;
		if (open !== known) set(open);
	};

	const setOpen = (name: ListName) => (open: boolean) =>
		setOpenList((opened) => (open ? name : opened === name ? undefined : opened));

	/** Of lists at one place, one is open at a time, also without scripts. */
	const listOf = (name: ListName, place: string) => ({
		name: entries.length > 0 ? place : undefined,
		open: openList === name,
		onToggle: tell(openList === name, setOpen(name)),
	});

	const hover = (name: ListName, open: boolean) => (event: PointerEvent) => {
		if (event.pointerType !== "mouse") return;
		hovering.current = open;
		setOpen(name)(open);
	};

	/** A list of the bar. Its item is as high as the bar, so that a pointer moving from the word to its panel stays in the menu. */
	const drawBarList = (
		name: ListName,
		{ label, isMarked, className = "" }: { label: string; isMarked: boolean; className?: string },
		list: ReactNode,
	) => (
		<li
			key={name}
			className={`${className}py-2.5`}
			onPointerEnter={hover(name, true)}
			onPointerLeave={hover(name, false)}
		>
			<details {...listOf(name, "bar-list")}>
				<summary
					className={`flex items-center gap-1 ${linkShape} ${isMarked ? "text-accent-text" : "text-ink"}`}
					onClick={(event) => {
						// A mouse has opened the menu by hovering; its click must not close it again.
						if (event.detail > 0 && hovering.current && openList === name) event.preventDefault();
					}}
				>
					{`${label} `}
					<ChevronDown aria-hidden="true" className="size-4" />
				</summary>
				<div className="menu-panel absolute top-full right-0 left-0 border-b border-hairline bg-white pt-px shadow-raised">
					{list}
				</div>
			</details>
		</li>
	);

	const drawPanelList = (name: ListName, label: string, list: ReactNode) => (
		<li key={name}>
			<details {...listOf(name, "panel-list")}>
				<summary className={`flex items-center justify-between ${linkClass}`}>
					{`${label} `}
					<ChevronDown aria-hidden="true" className="size-5" />
				</summary>
				{list}
			</details>
		</li>
	);

	const leadsHere = (entry: BarEntry) => listLinks(entry).some(({ to }) => isCurrent(to, pathname));

	return (
		<>
			<header
				ref={bar}
				className={`print:hidden fixed inset-x-0 top-0 z-40 h-16 border-b bg-paper transition-shadow duration-200 ${scrolled ? "border-transparent shadow-raised" : "border-hairline"}`}
			>
				<nav aria-label="Main" className="container-page flex h-full items-center justify-between gap-4">
					<Link
						to="/"
						className="flex min-w-0 items-center gap-3 rounded-6 font-heading text-22 font-bold tracking-tight text-ink"
					>
						<Logo logo={logo} className={logo?.holdsName ? "min-w-0" : "shrink-0"} />
						<BrandName company={company} />
					</Link>

					<ul className="hidden items-center gap-1 md:flex">
						<li>
							<BarLink to="/">Home</BarLink>
						</li>
						{drawBarList(
							"services",
							{ label: "Services", isMarked: pathname.startsWith("/case-study/") },
							<ServiceList services={services} className={panelGrid} />,
						)}
						<PartLinks parts={parts} />
						{entries.map((entry, index) =>
							entry.to === undefined ? (
								drawBarList(
									index,
									{ label: entry.label, isMarked: leadsHere(entry), className: "hidden lg:block " },
									<LinkList links={entry.links} className={panelGrid} />,
								)
							) : (
								<li key={index} className="hidden lg:block">
									<BarLink to={entry.to}>{entry.label}</BarLink>
								</li>
							),
						)}
						{entries.length > 0 &&
							drawBarList(
								"more",
								{ label: "More", isMarked: entries.some(leadsHere), className: "lg:hidden " },
								<LinkList links={entries.flatMap(listLinks)} className={panelGrid} />,
							)}
						<li className="ml-3">
							<BarLink
								to="/contactUs"
								className={buttonClass("secondary", "min-h-11 px-5 not-hover:aria-[current=page]:text-accent-text")}
							>
								Let's Talk
							</BarLink>
						</li>
					</ul>

					<details className="md:hidden" open={menuOpen} onToggle={tell(menuOpen, setMenuOpen)}>
						<summary className="grid size-12 place-items-center rounded-6 text-ink">
							{menuOpen ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
							<span className="sr-only">Menu</span>
						</summary>
						<div className="menu-panel absolute top-full right-0 left-0 max-h-[calc(100dvh-4rem)] overflow-y-auto border-b border-hairline bg-white shadow-raised">
							<ul className="container-page flex flex-col gap-1 py-6">
								<li>
									<BarLink to="/">Home</BarLink>
								</li>
								{drawPanelList(
									"services",
									"Services",
									<ServiceList services={services} className="grid gap-1 pt-1 pl-2" />,
								)}
								<PartLinks parts={parts} />
								{entries.map((entry, index) =>
									entry.to === undefined ? (
										drawPanelList(index, entry.label, <LinkList links={entry.links} className="grid gap-1 pt-1 pl-2" />)
									) : (
										<li key={index}>
											<BarLink to={entry.to}>{entry.label}</BarLink>
										</li>
									),
								)}
								<li className="pt-3">
									<BarLink to="/contactUs" className={buttonClass("primary", "w-full")}>
										Let's Talk
									</BarLink>
								</li>
							</ul>
						</div>
					</details>
				</nav>
			</header>
			<div className="h-16 print:hidden" />
		</>
	);
}

/** Links to site modules that can be off. */
function PartLinks({ parts }: { parts: SiteOffer }) {
	return (
		<>
			{parts.portfolio && (
				<li>
					<BarLink to="/portfolio">Portfolio</BarLink>
				</li>
			)}
			{parts.blog && (
				<li>
					<BarLink to="/blog">Blog</BarLink>
				</li>
			)}
		</>
	);
}

/** A link that is marked as current on its page and the pages below it, or leads to another site. /home is the home page too. */
function BarLink({
	to,
	className = `block ${linkClass}`,
	children,
}: {
	to: string;
	className?: string;
	children: ReactNode;
}) {
	const { pathname } = useLocation();
	if (!to.startsWith("/"))
		return (
			<a href={to} className={className}>
				{children}
			</a>
		);
	return (
		<Link to={to} aria-current={isCurrent(to, pathname) ? "page" : undefined} className={className}>
			{children}
		</Link>
	);
}

function isCurrent(to: string, pathname: string): boolean {
	// Pages from the build have a trailing slash.
	return to === "/" ? /^\/(home\/?)?$/.test(pathname) : `${pathname}/`.startsWith(`${to}/`);
}

/** Lists the links of an entry; of a link, itself. */
function listLinks({ label, to, links }: BarEntry): MenuLink[] {
	return to === undefined ? links : [{ label, to }];
}

const panelGrid = "container-page grid grid-cols-2 gap-2 py-8 lg:grid-cols-4";
const panelLink =
	"flex items-center gap-3 rounded-12 p-3 text-16 font-semibold text-ink hover:bg-sand aria-[current=page]:text-accent-text";

function LinkList({ links, className }: { links: MenuLink[]; className: string }) {
	return (
		<ul className={className}>
			{links.map(({ label, to }, index) => (
				<li key={index}>
					<BarLink to={to} className={`${panelLink} wrap-anywhere`}>
						{label}
					</BarLink>
				</li>
			))}
		</ul>
	);
}

function ServiceList({ services, className }: { services: MenuItem[]; className: string }) {
	return (
		<ul className={className}>
			{services.map(({ id, title, icon }) => (
				<li key={id}>
					<BarLink to={`/case-study/${id}`} className={panelLink}>
						<ServiceIcon name={icon} className="size-6 shrink-0 text-accent-ui" />
						{title}
					</BarLink>
				</li>
			))}
		</ul>
	);
}

/**
 * Calls `close` when a link of the bar is chosen, when a click or the focus goes elsewhere, on Escape (the focus returns to the open
 * menu's summary) and on growing to desktop width.
 *
 * It reads the open state from the DOM: a menu opens without scripts, which learn of it later, on a busy machine only after the next key.
 */
function useCloseOn(bar: RefObject<HTMLElement | null>, close: () => void) {
	const onClose = useEffectEvent(() => {
		for (const menu of bar.current?.querySelectorAll("details") ?? []) menu.open = false;
		close();
	});

	useEffect(() => {
		const list = window.matchMedia(desktop);
		const onGrow = () => list.matches && onClose();
		list.addEventListener("change", onGrow);
		return () => list.removeEventListener("change", onGrow);
	}, []);

	useEffect(() => {
		const onElsewhere = ({ target }: Event) => {
			if (!bar.current?.contains(target as Node)) onClose();
		};
		const onClick = ({ target }: MouseEvent) => {
			const link = target instanceof Element ? target.closest("a") : null;
			if (link && bar.current?.contains(link)) onClose();
		};
		const onKeyDown = (event: KeyboardEvent) => {
			const summaries = bar.current?.querySelectorAll<HTMLElement>("details[open] > summary") ?? [];
			if (event.key !== "Escape" || summaries.length === 0) return;
			// A list opens in both menus at once, one of which is hidden.
			[...summaries].find((summary) => summary.checkVisibility())?.focus();
			onClose();
		};
		const listening = new AbortController();
		const { signal } = listening;
		document.addEventListener("pointerdown", onElsewhere, { signal });
		document.addEventListener("focusin", onElsewhere, { signal });
		document.addEventListener("click", onClick, { signal });
		document.addEventListener("keydown", onKeyDown, { signal });
		return () => listening.abort();
	}, [bar]);
}

/** The name, unless the logo shows it; in full for screen readers. */
function BrandName({ company }: { company: TopNavigationProps["company"] }) {
	const { name, logo } = company;
	if (logo?.holdsName) return <span className="sr-only">{name}, home page</span>;
	const short = shortenName(company);
	const rest = name.startsWith(short) ? name.slice(short.length).trimStart() : name;
	return (
		<>
			<span className="truncate">{short}</span>
			<span className="sr-only">{rest}, home page</span>
		</>
	);
}
