import { Search } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { Form, NavLink, useLocation, useNavigation, type Location } from "react-router";
import { LogoMark } from "../../ui/logo.tsx";
import type { Notice } from "../guard/notices.server.ts";
import { usePalette } from "../palette/use-palette.tsx";
import { useLive } from "../work/use-live.ts";
import { BreakableText } from "./breakable-text.tsx";
import { ConnectionNotice } from "./connection-notice.tsx";
import { FragmentLink } from "./fragment-link.tsx";
import type { FrameData } from "./frame-data.ts";
import { focusStart, useFocusKept } from "./keep-focus.ts";
import { MoreMenu } from "./more-menu.tsx";
import { AreaList, AreaTabs } from "./navigation.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { Toast } from "./toast.tsx";

/** The frame: beside the content on a wide screen, above it on a phone. Before sign-in it is only a card. */
export function Frame({ data, children }: { data: FrameData; children: ReactNode }) {
	const { company, person } = data;
	const main = useRef<HTMLElement>(null);
	const { pathname, hash, key } = useLocation();
	const notice = useNotice(data.notice, key);
	useFocusOnArrival(main, { pathname, hash });
	useFocusKept(main);
	useShortcuts({ isOn: person !== undefined });
	useLive((changeKey) => changeKey.startsWith("notifications:"), { isOn: person !== undefined });
	const { palette, opener } = usePalette({ isOn: person !== undefined });
	const isLoading = useNavigation().state !== "idle";
	const status = (
		<div role="status" className="notice-place">
			{notice && <Toast key={notice.since} notice={notice.told} />}
			<ConnectionNotice />
		</div>
	);
	if (!person)
		return (
			<div className="threshold">
				<p className="threshold-brand">
					<Brand logo={company.logo} /> {company.name} Desk
				</p>
				<main id="content" ref={main} tabIndex={-1} className="threshold-card" aria-busy={isLoading}>
					{status}
					{children}
				</main>
			</div>
		);
	return (
		<div className="frame">
			<FragmentLink className="skip-link" to="content">
				Skip to content
			</FragmentLink>
			<header className="sidebar">
				<NavLink className="brand" to="/">
					<Brand logo={company.logo} />
					<span>
						{company.name} <span className="brand-part">Desk</span>
					</span>
				</NavLink>
				<AreaTabs areas={person.areas} />
				<MoreMenu count={<UnreadCount count={person.unread} />}>
					{person.mayWorkWithRecords && <SearchForm />}
					{opener}
					<AreaList areas={person.areas} />
					<div className="person">
						{person.mayWorkWithRecords && (
							<NavLink to="/notifications">
								Notifications <UnreadCount count={person.unread} />
							</NavLink>
						)}
						<NavLink to="/keyboard">Keyboard shortcuts</NavLink>
						<NavLink to="/account">
							<strong>{person.name}</strong>
							<span>
								<BreakableText text={person.email} />
							</span>
						</NavLink>
						<Form method="post" action="/sign-out" reloadDocument>
							<button>Sign out</button>
						</Form>
					</div>
				</MoreMenu>
			</header>
			<main id="content" ref={main} tabIndex={-1} aria-busy={isLoading}>
				{status}
				{children}
				<p className="footnote">Times in {company.timeZoneLabel}</p>
			</main>
			{palette}
		</div>
	);
}

function Brand({ logo }: { logo: string | undefined }) {
	return logo === undefined ? <LogoMark /> : <img src={logo} alt="" className="brand-logo" />;
}

/** Shown only when there is something new. */
function UnreadCount({ count }: { count: number }) {
	if (count === 0) return null;
	return (
		<span className="unread-count">
			{count}
			<span className="sr-only"> unread</span>
		</span>
	);
}

/** Uses POST: addresses end up in logs and histories, where no person's name belongs. */
function SearchForm() {
	return (
		<Form className="search" method="post" action="/search" role="search">
			<label htmlFor="search">Reference, name or e-mail</label>
			<input
				id="search"
				data-key="/"
				name="search"
				type="search"
				required
				minLength={2}
				maxLength={200}
				autoComplete="off"
				spellCheck={false}
			/>
			<button>
				<Search size={16} aria-hidden="true" />
				<span className="sr-only">Search</span>
			</button>
		</Form>
	);
}

/**
 * Keeps the last notice that an action left, until the next one. Data that a page reads again has no notice: another tab is about to show
 * it.
 * @returns the notice, and the navigation with which it came
 */
function useNotice(told: Notice | undefined, navigation: string): { told: Notice; since: string } | undefined {
	const [kept, keep] = useState({ navigation, since: navigation, told });
	if (kept.navigation !== navigation)
		keep({ navigation, ...(told ? { since: navigation, told } : { since: kept.since, told: kept.told }) });
	useEffect(() => {
		if (kept.told) document.cookie = kept.told.removal;
	}, [kept.told]);
	return kept.told && { told: kept.told, since: kept.since };
}

/**
 * Moves the focus to the start of a new page, or to the heading that asks for it, for screen readers, unless the page has moved it to the
 * field that its address names. It moves with the page, so that no key is pressed between.
 */
function useFocusOnArrival(
	main: RefObject<HTMLElement | null>,
	{ pathname, hash }: Pick<Location, "pathname" | "hash">,
): void {
	const shown = useRef(pathname);
	useLayoutEffect(() => {
		if (shown.current === pathname) return;
		shown.current = pathname;
		if (hash !== "" && main.current?.contains(document.activeElement)) return;
		focusStart(main.current);
	}, [main, pathname, hash]);
}
