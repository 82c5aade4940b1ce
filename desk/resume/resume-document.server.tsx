import { hash } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import type { ResumeView } from "../../features/careers/resumes/resume-view.ts";

const style = `:root{color-scheme:light dark}
body{margin:0;padding:1rem;background:#f3ede3;color:#15130f;font:0.9375rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
img{display:block;width:100%;height:auto;background:#fff}
figure{margin:0 auto 1rem;max-width:60rem}
summary{padding:.5rem 0;cursor:pointer}
pre{margin:0;white-space:pre-wrap;font:inherit}
main{max-width:60rem;margin:auto}
.paper{padding:1rem 1.5rem;background:#fff}
table{border-collapse:collapse}td,th{border:1px solid #8a8375;padding:.25rem .5rem;text-align:left;vertical-align:top}
@media (prefers-color-scheme:dark){body,.paper{background:#1c1a16;color:#ede8df}}`;

const styleHash = hash("sha256", style, "base64");

/**
 * Headers of a resume's document. With any content, a browser runs no scripts, follows no links, loads nothing, gives it an origin of its
 * own without access to the desk, and shows it only in the desk's frame.
 */
export const resumeDocumentHeaders: Readonly<Record<string, string>> = {
	"Content-Type": "text/html; charset=utf-8",
	"Content-Security-Policy": [
		"default-src 'none'",
		"img-src data:",
		`style-src 'sha256-${styleHash}'`,
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'self'",
		"sandbox",
	].join("; "),
	"Content-Disposition": "inline",
	"Referrer-Policy": "no-referrer",
	// A browser may refuse a document that is both sandboxed and isolated from its opener.
	"Cross-Origin-Opener-Policy": "unsafe-none",
};

const reasons = {
	gone: "This file no longer exists.",
	"other-kind": "DOC files cannot be previewed safely. Download the file to read it.",
	unreadable: "This file cannot be previewed: it is damaged or too large. Download it only if you trust the sender.",
};

/** Writes a resume as a self-contained document: pictures of its pages with their text, or its text. */
export function renderResumeDocument(view: ResumeView, { locale, title }: { locale: string; title: string }): string {
	return `<!doctype html>${renderToStaticMarkup(
		<html lang={locale}>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>{title}</title>
				<style dangerouslySetInnerHTML={{ __html: style }} />
			</head>
			<body>
				<main>
					{view.shows === "nothing" && <p>{reasons[view.why]}</p>}
					{view.shows === "text" && <div className="paper" dangerouslySetInnerHTML={{ __html: view.html }} />}
					{view.shows === "pages" && <Pages {...view} />}
				</main>
			</body>
		</html>,
	)}`;
}

function Pages({ pages, pageCount }: Extract<ResumeView, { shows: "pages" }>) {
	const missing = pageCount - pages.length;
	return (
		<>
			{pages.map(({ picture, widthPx, heightPx, text }, index) => (
				<figure key={index}>
					<img
						src={`data:image/png;base64,${Buffer.from(picture).toString("base64")}`}
						width={widthPx}
						height={heightPx}
						alt={`Page ${index + 1} of ${pageCount}`}
					/>
					{text.trim() !== "" && (
						<figcaption>
							<details>
								<summary>{`Text of page ${index + 1}`}</summary>
								<pre dir="auto">{text}</pre>
							</details>
						</figcaption>
					)}
				</figure>
			))}
			{missing > 0 && (
				<p>
					{missing === 1 ? "1 more page is not shown." : `${missing} more pages are not shown.`} Download the resume to
					read on.
				</p>
			)}
		</>
	);
}
