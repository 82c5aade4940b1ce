import { renderToStaticMarkup } from "react-dom/server";
import { listPictureAddresses } from "../features/publishing/preview-links/preview-links.server.ts";
import type { ShownSite } from "../features/publishing/preview-links/preview-links.server.ts";
import { findElements, replaceParts, type HtmlElement, type Replacement } from "../platform/pages/html-elements.ts";

/** The bar keeps the height that the fixed navigation below it is moved by. */
const style = `
:root{--preview-bar:2.75rem;scroll-padding-top:calc(4rem + var(--preview-bar))}
@media (width<48rem){:root{--preview-bar:4.75rem}}
body{padding-top:var(--preview-bar)}
body>header.fixed{top:var(--preview-bar)}
.preview-bar{position:fixed;z-index:70;inset:0 0 auto;display:flex;flex-wrap:wrap;align-items:center;align-content:center;justify-content:space-between;gap:0 1.5rem;box-sizing:border-box;height:var(--preview-bar);padding:0 max(1rem,calc((100vw - 75rem)/2));overflow:hidden;background:#1f1b16;color:#fff;font-size:.875rem;line-height:1.4}
.preview-bar p{margin:0}
.preview-bar a{color:#fff;text-decoration:underline;text-underline-offset:3px}
.preview-bar a:focus-visible{outline:2px solid #fff;outline-offset:2px}
.preview-off{margin:1.5rem 0;border-inline-start:3px solid currentcolor;padding:.25rem 1rem}
.preview-off a{text-decoration:underline}
@media print{.preview-bar{display:none}body{padding-top:0}}
`;

export type ShownPage = Pick<ShownSite, "content" | "published" | "endsAt" | "hasDrafts"> & {
	/** Begins the addresses of the preview, such as /preview/{token}. */
	prefix: string;
	/** Whether the preview shows a page of the site. */
	isShown(path: string): boolean;
	/** The page on the public site; undefined where there is none. */
	publicPath: string | undefined;
};

/** Turns a rendered page into one of a preview: its links stay there, it has no scripts, its forms are off, and a bar says what it is. */
export function writeShownPage(html: string, page: ShownPage): string {
	const { prefix, isShown, content, published } = page;
	const skipLink = (attributes: Record<string, string>) => attributes["href"] === "#content";
	const elements = findElements(html, (name) => ["a", "form", "script", "head", "body"].includes(name));
	const first = elements.find(({ name, attributes }) => name === "a" && skipLink(attributes));
	const body = elements.find(({ name }) => name === "body");
	const barAt = first ? first.contentEnd + "</a>".length : (body?.contentStart ?? 0);
	const changes = elements.flatMap((element): Replacement[] => {
		const { name, attributes, start, contentStart, contentEnd } = element;
		if (name === "script") return [{ start, end: contentEnd + "</script>".length, text: "" }];
		if (name === "head") return [{ start: contentEnd, end: contentEnd, text: `<style>${style}</style>` }];
		if (name === "form" && attributes["method"]?.toLowerCase() === "post") {
			const tag = html.slice(start, contentStart).replace(/^<form/, "<form inert");
			return [{ start, end: contentStart, text: writeFormNotice(page) + tag }];
		}
		return findTarget(element, isShown) ? [{ start, end: contentStart, text: addPrefix(html, element, prefix) }] : [];
	});
	let shown = replaceParts(html, [...changes, { start: barAt, end: barAt, text: writeBar(page) }]);
	const publicPictures = new Set(listPictureAddresses(published));
	for (const address of listPictureAddresses(content))
		if (!publicPictures.has(address)) shown = shown.replaceAll(address, prefix + address);
	return shown;
}

const targetOf = { a: "href", form: "action" } as const;

/** Returns whether a link or form leads to another page of the preview. */
function findTarget({ name, attributes }: HtmlElement, isShown: ShownPage["isShown"]): boolean {
	const target = name === "a" || name === "form" ? attributes[targetOf[name]] : undefined;
	return target?.startsWith("/") === true && isShown(target.split(/[?#]/, 1)[0] ?? "");
}

function addPrefix(html: string, { name, start, contentStart }: HtmlElement, prefix: string): string {
	return html
		.slice(start, contentStart)
		.replace(` ${targetOf[name as "a" | "form"]}="/`, (found) => found.slice(0, -1) + `${prefix}/`);
}

function writeFormNotice({ publicPath }: ShownPage): string {
	return renderToStaticMarkup(
		<p className="preview-off">
			This is a preview, so the form is off.{" "}
			{publicPath !== undefined && <a href={publicPath}>Use the form on the public site</a>}
		</p>,
	);
}

function writeBar({ content: { company }, endsAt, hasDrafts, publicPath }: ShownPage): string {
	const end = endsAt.toLocaleString(company.locale, {
		day: "numeric",
		month: "short",
		year: "numeric",
		hour: "numeric",
		minute: "2-digit",
		timeZone: company.timeZone,
	});
	return renderToStaticMarkup(
		<aside className="preview-bar" aria-label="Preview">
			<p>
				<strong>Preview</strong> {hasDrafts ? "with changes that are not public yet" : "without changes: all is public"}
				, until {end} ({company.timeZoneLabel})
			</p>
			<p>
				{publicPath === undefined ? "This page is not public yet" : <a href={publicPath}>Open the published page</a>}
			</p>
		</aside>,
	);
}
