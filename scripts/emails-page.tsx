import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { EmailPreview } from "../platform/email/email-preview.ts";

/** An e-mail as a mail program would get it. */
export type ShownEmail = {
	preview: EmailPreview;
	/** The header fields in order. */
	headers: { name: string; value: string }[];
	attachments: { name: string; type: string; bytes: number; text: string | undefined }[];
};

const phonePixels = 360;
const desktopPixels = 640;

const styles = `
	body { margin: 0; padding: 24px; background: #fff; color: #222; font: 16px/1.5 system-ui, sans-serif; }
	main { max-width: 1100px; }
	h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.25; }
	h2 { margin: 32px 0 8px; font-size: 18px; }
	li { margin-bottom: 8px; }
	dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 16px; margin: 0; }
	dd { margin: 0; overflow-wrap: anywhere; }
	pre { overflow-x: auto; border: 1px solid #767676; padding: 16px; white-space: pre-wrap; }
	figure { margin: 0; }
	.frames { display: flex; flex-wrap: wrap; gap: 16px; }
	iframe { max-width: 100%; height: 640px; border: 1px solid #767676; }
`;

/** Renders the list of all e-mails. */
export function renderEmailList(previews: EmailPreview[]): string {
	const kinds = Map.groupBy(previews, ({ email }) => email.kind);
	return renderPage(
		"Every e-mail with sample data",
		[...kinds].map(([kind, ofKind]) => (
			<section key={kind}>
				<h2>{kind}</h2>
				<ul>
					{ofKind.map((preview) => (
						<li key={preview.about}>
							<a href={pathOf(preview)}>{preview.email.subject}</a>
							<br />
							{preview.about}
						</li>
					))}
				</ul>
			</section>
		)),
	);
}

/** Renders one e-mail as an HTML document; its own content runs no script and cannot reach the page. */
export function renderEmailPage({ preview: { about, email }, headers, attachments }: ShownEmail): string {
	return renderPage(
		email.subject,
		<>
			<p>
				<a href="/">All e-mails</a>
			</p>
			<dl>
				<dt>Kind</dt>
				<dd>
					{email.kind}, {about}
				</dd>
				{email.notBefore && (
					<>
						<dt>Goes out at</dt>
						<dd>{email.notBefore.toString()}</dd>
					</>
				)}
				{email.expiresAt && (
					<>
						<dt>Means nothing from</dt>
						<dd>{email.expiresAt.toString()}</dd>
					</>
				)}
			</dl>
			<h2>Headers</h2>
			<dl>
				{headers.map(({ name, value }) => (
					<div key={name} style={{ display: "contents" }}>
						<dt>{name}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
			<h2>HTML</h2>
			<div className="frames">
				{[desktopPixels, phonePixels].map((width) => (
					<iframe
						key={width}
						title={`${email.subject}, ${width} pixels wide`}
						width={width}
						sandbox=""
						srcDoc={email.html}
					/>
				))}
			</div>
			<h2>Text</h2>
			<pre>{email.text}</pre>
			<h2>Attachments</h2>
			{attachments.length === 0 && <p>None.</p>}
			{attachments.map(({ name, type, bytes, text }) => (
				<figure key={name}>
					<figcaption>
						{name}, {type}, {bytes} bytes
					</figcaption>
					{text !== undefined && <pre>{text}</pre>}
				</figure>
			))}
		</>,
	);
}

/** Returns the path of an e-mail's page, such as "/enquiry-notice/to-sales". */
export function pathOf({ about, email }: EmailPreview): string {
	return `/${email.kind}/${about.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
}

function renderPage(title: string, children: ReactNode): string {
	return `<!doctype html>${renderToStaticMarkup(
		<html lang="en">
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>{title}</title>
				<style>{styles}</style>
			</head>
			<body>
				<main>
					<h1>{title}</h1>
					{children}
				</main>
			</body>
		</html>,
	)}`;
}
