import { useRef } from "react";
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, useLocation, useRouteLoaderData } from "react-router";
import { writeAccentStyle } from "../features/publishing/accent-style.ts";
import { contentContext } from "../features/publishing/content-context.server.ts";
import { drawMarkAddress } from "../features/publishing/mark.ts";
import { pickOfferedMenus } from "../features/publishing/offered-menus.server.ts";
import { resolvePicture } from "../features/publishing/pictures.server.ts";
import { describeSite } from "../features/publishing/structured-data.server.ts";
import { originPlaceholder } from "../platform/pages/origin.ts";
import { demoTypeOf, toOfferedCall } from "../shared/call-type.ts";
import { findEnquiryForm } from "../shared/enquiry-form.ts";
import type { Route } from "./+types/root.ts";
import fontFaces from "./fonts.css?inline";
import bricolage from "./fonts/bricolage-grotesque-latin.woff2?url";
import { ErrorPage } from "./layout/error-page.tsx";
import { Footer } from "./layout/footer.tsx";
import { isAnotherPage } from "./layout/is-another-page.ts";
import { LoadingOverlay, loadingOverlayMs } from "./layout/loading-overlay.tsx";
import { TopNavigation } from "./layout/top-navigation.tsx";
import { usePageEntry, useKeptPlaces } from "./layout/use-page-entry.ts";
import { useReveals } from "./layout/use-reveals.ts";
import { listNoticesOfPage } from "./notices-of-page.server.ts";
import type { loader as errorLoader } from "./routes/error.tsx";
import styles from "./styles.css?inline";

export function loader({ request, context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { company, services } = content;
	const { shortName, logo, squareLogo } = company;
	const general = findEnquiryForm(company);
	const notices = listNoticesOfPage(content, new URL(request.url).pathname);
	const { header, footerColumns, footerLinks } = pickOfferedMenus(content.menus, company.parts);
	return {
		origin: originPlaceholder,
		company: {
			name: company.name,
			...(shortName !== undefined && { shortName }),
			...(logo && {
				logo: { picture: resolvePicture(content, { src: logo.src, alt: "" }), holdsName: logo.holdsName },
			}),
			...((logo || squareLogo) && { hasOwnIcon: true }),
			legalName: company.legalName,
			email: company.email,
			salesEmail: company.salesEmail,
			phone: company.phone,
			cities: company.offices.map((office) => office.city),
			hours: company.hours.text,
			replyWithinBusinessHours: company.replyWithinBusinessHours,
			socials: company.socials,
			copyrightYear: company.copyrightYear,
			timeZone: company.timeZone,
			timeZoneLabel: company.timeZoneLabel,
			locale: company.locale,
			accentColour: company.accentColour,
			demo: toOfferedCall(demoTypeOf(company)),
			parts: company.parts,
			...(general && { questions: general.questions }),
		},
		menu: services.map(({ slug, menuTitle, icon }) => ({ id: slug, title: menuTitle, icon })),
		footerServices: services.filter((service) => service.footer).map(({ slug, title }) => ({ id: slug, title })),
		...(header.length > 0 && { ownMenu: header }),
		...(footerColumns.length + footerLinks.length > 0 && { ownFooter: { columns: footerColumns, links: footerLinks } }),
		structuredData: describeSite(content, originPlaceholder),
		...(notices && { notices }),
	};
}

export const shouldRevalidate = isAnotherPage;

export const meta: Route.MetaFunction = () => [
	{ title: "Something went wrong" },
	{ name: "robots", content: "noindex" },
];

export function Layout({ children }: { children: React.ReactNode }) {
	const data = useRouteLoaderData<typeof loader>("root");
	const refusal = useRouteLoaderData<typeof errorLoader>("routes/error")?.refusal;
	return (
		// The home page's own script may have marked it (site/sections/late-sections.tsx).
		<html lang={data?.company.locale ?? "en"} suppressHydrationWarning>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="theme-color" content="#FBF8F3" />
				<Meta />
				<Links />
				<link rel="preload" href={bricolage} as="font" type="font/woff2" crossOrigin="anonymous" />
				<Icons accentColour={data?.company.accentColour} hasOwnIcon={data?.company.hasOwnIcon === true} />
				{data?.company.parts.blog !== false && (
					<link rel="alternate" type="application/rss+xml" title="Blog" href="/blog/feed.xml" />
				)}
				{data && <AccentStyle accentColour={data.company.accentColour} />}
				<style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: inlineStyles }} />
			</head>
			<body>
				<a
					href="#content"
					className="fixed top-2 left-2 z-50 -translate-y-[calc(100%+1rem)] rounded-6 bg-ink px-4 py-3 text-16 font-semibold text-paper opacity-0 focus:translate-y-0 focus:opacity-100 print:hidden"
				>
					Skip to the content
				</a>
				{data && <TopNavigation company={data.company} services={data.menu} entries={data.ownMenu} />}
				{children}
				{data && <Footer company={data.company} services={data.footerServices} own={data.ownFooter} />}
				{/* A refusal is shown under the requested address, where scripts would replace it by that address's own page. */}
				{!refusal && <Scripts />}
			</body>
		</html>
	);
}

/**
 * The stylesheet is inline: one request less before the first paint, and no copy of it in the scripts.
 *
 * In the browser it is read from the page, because a failure makes React rebuild the document, styles included.
 */
const inlineStyles = import.meta.env.SSR
	? `:root{--loading-ms:${loadingOverlayMs}}${fontFaces}${styles}`
	: (document.querySelector("head > style:not([id])")?.textContent ?? "");

/** Also read from the page in the browser: the page's policy allows no other. */
const ownAccentStyle = import.meta.env.SSR ? "" : (document.querySelector("#accent")?.textContent ?? "");

/** The company's colour, apart from the stylesheet, because it can change while the server runs. */
function AccentStyle({ accentColour }: { accentColour: string }) {
	const style = import.meta.env.SSR ? writeAccentStyle(accentColour) : ownAccentStyle;
	return <style id="accent" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: style }} />;
}

/**
 * The site's icon in tabs and on home screens. Files that a browser requests by itself while a page loads come between the fonts and the
 * first paint, 75 ms each on a phone: so the icon is inline, and the manifest, needed only to install the site, is linked after
 * hydration.
 */
function Icons({ accentColour, hasOwnIcon }: { accentColour: string | undefined; hasOwnIcon: boolean }) {
	return import.meta.env.SSR ? (
		<>
			{accentColour !== undefined && (
				<link rel="icon" href={hasOwnIcon ? "/favicon.svg" : drawMarkAddress(accentColour)} type="image/svg+xml" />
			)}
			<link rel="icon" href="/favicon.ico" sizes="32x32" />
			<link rel="apple-touch-icon" href="/apple-touch-icon.png" />
		</>
	) : (
		<link rel="manifest" href="/site.webmanifest" />
	);
}

export default function App({ loaderData }: Route.ComponentProps) {
	return (
		<PageFrame>
			<Outlet />
			<script
				type="application/ld+json"
				dangerouslySetInnerHTML={{ __html: JSON.stringify(loaderData.structuredData).replaceAll("<", "\\u003c") }}
			/>
		</PageFrame>
	);
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	const status = isRouteErrorResponse(error) ? error.status : 500;
	return (
		<PageFrame>
			<ErrorPage status={status} />
		</PageFrame>
	);
}

/** Opens each page: the overlay, the scroll to the top, the rise of its sections, and the focus at its beginning for screen readers. */
function PageFrame({ children }: { children: React.ReactNode }) {
	const { pathname } = useLocation();
	const main = useRef<HTMLElement>(null);
	useKeptPlaces();
	usePageEntry(pathname);
	useReveals(main, pathname);

	return (
		<>
			<LoadingOverlay key={pathname} />
			<main id="content" ref={main} tabIndex={-1}>
				{children}
			</main>
		</>
	);
}
