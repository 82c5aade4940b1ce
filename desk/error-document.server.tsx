import { renderToStaticMarkup } from "react-dom/server";
import type { DeskDeps } from "./desk-deps.server.ts";
import stylesheet from "./desk.css?url";
import { drawIcon } from "./layout/icon.ts";
import { describeError } from "./layout/error-words.ts";

/**
 * Writes what is shown instead of a page that could not be: nothing of it depends on who asks, or on the database.
 *
 * @param message why something that was sent was refused
 */
export function renderErrorDocument(
	status: number,
	message: string | undefined,
	{ name, locale, accentColour }: DeskDeps["company"],
): string {
	const { title, text } = describeError(status);
	return `<!DOCTYPE html>${renderToStaticMarkup(
		<html lang={locale}>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<title>{`${title} · Desk · ${name}`}</title>
				<link rel="icon" href={drawIcon(accentColour)} />
				<link rel="stylesheet" href={stylesheet} />
			</head>
			<body className="threshold">
				<main id="content" className="threshold-card">
					<h1>{title}</h1>
					<p>{message ?? text}</p>
					<p>
						<a href="/">Open the desk</a>
					</p>
				</main>
			</body>
		</html>,
	)}`;
}
