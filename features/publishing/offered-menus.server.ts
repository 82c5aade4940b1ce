import { isOffered, type SiteOffer } from "../../shared/site-modules.ts";
import type { MenuLink, Menus } from "./menu-schema.ts";

/** Leaves out links to site modules that are off, and lists that are then empty. */
export function pickOfferedMenus({ header, footerColumns, footerLinks }: Menus, parts: SiteOffer): Menus {
	const isShown = ({ to }: { to: string }) => !to.startsWith("/") || isOffered(to, parts);
	const withLinks = <Entry extends { links: MenuLink[] }>(entry: Entry): Entry => ({
		...entry,
		links: entry.links.filter(isShown),
	});
	return {
		header: header.map(withLinks).filter(({ to, links }) => (to === undefined ? links.length > 0 : isShown({ to }))),
		footerColumns: footerColumns.map(withLinks).filter(({ links }) => links.length > 0),
		footerLinks: footerLinks.filter(isShown),
	};
}
