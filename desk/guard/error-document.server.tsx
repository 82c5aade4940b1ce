import { renderToStaticMarkup } from "react-dom/server";
import type { DeskDeps } from "./desk-deps.server.ts";
import { drawIcon } from "./desk-icon.ts";
import { describeError, errorPageClass } from "./error-words.ts";

/**
 * Writes the page for an error; it depends neither on the person nor on the database.
 * @param message why a form was refused
 * @param stylesheet address of the desk's stylesheet
 */
export function renderErrorDocument(
	status: number,
	message: string | undefined,
	{ name, locale, accentColour }: DeskDeps["company"],
	stylesheet: string,
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
			<body className={errorPageClass}>
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
