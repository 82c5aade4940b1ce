import { useEffect, type ReactNode } from "react";
import {
	isRouteErrorResponse,
	Links,
	Meta,
	Outlet,
	redirect,
	Scripts,
	ScrollRestoration,
	useRouteLoaderData,
	type MiddlewareFunction,
} from "react-router";
import { mayUse } from "../core/accounts/roles.ts";
import { writeAccentStyle } from "../features/publishing/accent-style.ts";
import { touchIcon } from "../features/publishing/app-icons.ts";
import { palette } from "../shared/palette.ts";
import bricolage from "../site/fonts/bricolage-grotesque-latin.woff2?url";
import instrument from "../site/fonts/instrument-sans-latin.woff2?url";
import type { Route } from "./+types/root.ts";
import stylesheet from "./desk.css?url";
import { deskContext, judgedPatternContext, deskRequestContext } from "./guard/context.server.ts";
import { drawIcon } from "./guard/desk-icon.ts";
import { describeError } from "./guard/error-words.ts";
import { keepPage } from "./layout/connection.ts";
import type { FrameData } from "./layout/frame-data.ts";
import { Frame } from "./layout/frame.tsx";
import { KeepActionData } from "./layout/keep-action-data.tsx";
import { listAreas, type NavigationArea } from "./layout/list-sections.ts";
import { Page } from "./layout/page.tsx";
import { readOffered } from "./layout/read-offered.server.ts";
import { beginWork } from "./work.server.ts";

/** The guard has judged one route; if the router finds another, it is refused to everybody. */
const refuseOtherRoutes: MiddlewareFunction<Response> = ({ pattern, context }, next) => {
	if (joined(pattern) !== context.get(judgedPatternContext)) throw redirect("/sign-in", 303);
	return next();
};

function joined(pattern: string): string {
	return `/${pattern
		.split("/")
		.filter((part) => part !== "")
		.join("/")}`;
}

/** Of the bars around the desk: sand, as in desk.css. */
const themeColours = { light: palette.sand, dark: "#1c1a16" };

const fonts = [bricolage, instrument];

/** Fonts that are optional are waited for only if they are preloaded. */
export const links: Route.LinksFunction = () => [
	...fonts.map((href) => ({
		rel: "preload",
		href,
		as: "font" as const,
		type: "font/woff2",
		crossOrigin: "anonymous" as const,
	})),
	{ rel: "stylesheet", href: stylesheet },
];

export const middleware = [refuseOtherRoutes];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPage];

export async function loader({ context }: Route.LoaderArgs): Promise<FrameData> {
	const { company, records, findLogo, database } = context.get(deskContext);
	// This is the first loader and has not waited yet, so the others read after this moment.
	const readAfter = database.changes.nameMoment();
	const { signedIn, notices } = context.get(deskRequestContext);
	const { name, locale, timeZoneLabel, accentColour } = company;
	const logo = findLogo("logo");
	const icon = findLogo("icon");
	return {
		readAfter,
		company: {
			name,
			locale,
			timeZoneLabel,
			accentStyle: writeAccentStyle(accentColour),
			...(logo && { logo: logo.address }),
			icon: icon?.address ?? drawIcon(accentColour),
		},
		notice: notices.find(),
		person: signedIn && {
			name: signedIn.account.name,
			email: signedIn.account.email,
			unread: await records.notifications.countUnread({
				accountId: signedIn.account.id,
				kinds: beginWork(context).kinds.map(({ name: kind }) => kind),
			}),
			areas: await readAreas(context),
			mayWorkWithRecords: records.kinds.some(({ area }) => mayUse(signedIn.account.roles, area)),
		},
	};
}

/** The member's areas, with the number of records that wait in each list. */
async function readAreas(context: Route.LoaderArgs["context"]): Promise<NavigationArea[]> {
	const { deps, kinds } = beginWork(context);
	const waiting = new Map<string, number>();
	for (const kind of kinds) waiting.set(`/${kind.names}`, await deps.records.countWaiting(kind));
	return listAreas(readOffered(context)).map(({ sections, ...area }) => ({
		...area,
		sections: sections.map((section) => ({ ...section, waiting: waiting.get(section.path) })),
	}));
}

export function Layout({ children }: { children: ReactNode }) {
	const data = useRouteLoaderData<typeof loader>("root");
	return (
		<html lang={data?.company.locale ?? "en"}>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
				<meta name="color-scheme" content="light dark" />
				<meta name="theme-color" content={themeColours.light} media="(prefers-color-scheme: light)" />
				<meta name="theme-color" content={themeColours.dark} media="(prefers-color-scheme: dark)" />
				{data && <link rel="icon" href={data.company.icon} />}
				<link rel="manifest" href="/manifest.webmanifest" />
				<link rel="apple-touch-icon" href={`/app-icons/${touchIcon}`} />
				<Meta />
				{data && <AccentStyle style={data.company.accentStyle} />}
				<Links />
			</head>
			<body>
				{data ? <Frame data={data}>{children}</Frame> : children}
				<ScrollRestoration />
				<Scripts />
			</body>
		</html>
	);
}

/** In the browser, read from the page: the page's policy allows no other in it. */
const ownAccentStyle = import.meta.env.SSR ? undefined : (document.querySelector("#accent")?.textContent ?? "");

/** The shades of the accent colour. A colour that is published while the page is open comes in a stylesheet of the script. */
function AccentStyle({ style }: { style: string }) {
	useEffect(() => {
		if (style === ownAccentStyle) return undefined;
		const sheet = new CSSStyleSheet();
		sheet.replaceSync(style);
		document.adoptedStyleSheets.push(sheet);
		return () => {
			document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
		};
	}, [style]);
	return <style id="accent" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: ownAccentStyle ?? style }} />;
}

export default function Desk() {
	return (
		<KeepActionData>
			<Outlet />
		</KeepActionData>
	);
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	const status = isRouteErrorResponse(error) ? error.status : 500;
	const { title, text } = describeError(status);
	return (
		<Page title={title}>
			<p className="remark">{text}</p>
		</Page>
	);
}
