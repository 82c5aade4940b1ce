import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Company } from "../../shared/company.ts";
import type { ArrivedEmail } from "./mailbox.ts";

const shownEmails = 200;

/** An account's credentials. */
export type ShownAccount = { name: string; email: string; roles: readonly string[]; code: string };

export type FrontPageFacts = {
	company: Pick<Company, "name" | "locale" | "timeZone">;
	siteUrl: string;
	deskUrl: string;
	password: string;
};

const styles = `
	:root { color-scheme: light dark; --line: light-dark(#d9d2c5, #3a372f); --muted: light-dark(#6b655a, #b3ac9f); }
	body { margin: 0; background: light-dark(#fbf8f3, #12110e); color: light-dark(#15130f, #ede8df); font: 15px/1.5 system-ui, sans-serif; }
	main { max-width: 1100px; margin: 0 auto; padding: 24px 20px 64px; }
	h1 { margin: 0 0 4px; font-size: 24px; line-height: 1.25; overflow-wrap: anywhere; }
	h2 { margin: 32px 0 8px; font-size: 18px; }
	p { margin: 0 0 12px; max-width: 65ch; }
	a { color: light-dark(#b93c00, #ff8a4c); }
	.scroll { overflow-x: auto; }
	table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
	th, td { padding: 8px 12px 8px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
	th { color: var(--muted); font-weight: 500; font-size: 13px; white-space: nowrap; }
	.subject { min-width: 14em; overflow-wrap: anywhere; }
	.time { white-space: nowrap; }
	code { font: 600 17px/1.3 ui-monospace, monospace; }
	.muted { color: var(--muted); }
	dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 16px; margin: 16px 0; }
	dt { color: var(--muted); }
	dd { margin: 0; overflow-wrap: anywhere; }
	iframe { width: 100%; height: 640px; border: 1px solid var(--line); background: #fff; }
	pre { overflow-x: auto; border: 1px solid var(--line); padding: 16px; white-space: pre-wrap; overflow-wrap: anywhere; }
`;

/** Renders the demo's overview: addresses, credentials and sent e-mails. */
export function renderFrontPage(
	facts: FrontPageFacts,
	{ accounts, emails }: { accounts: readonly ShownAccount[]; emails: readonly ArrivedEmail[] },
): string {
	const { company, siteUrl, deskUrl, password } = facts;
	return renderPage(
		`Demo of ${company.name}`,
		<>
			<h1>Demo of {company.name}</h1>
			<p>
				<a href={siteUrl}>The site</a>, <a href={deskUrl}>the desk</a>. Everything here is made up, is on this machine
				alone, and is gone when the demo ends.
			</p>
			<h2 id="accounts">Sign in to the desk</h2>
			<p>
				Every password is <code>{password}</code>. A code can be used once.{" "}
				<a href="/">Show the codes and e-mails of now</a>
			</p>
			<div className="scroll">
				<table aria-labelledby="accounts">
					<thead>
						<tr>
							<th>Name</th>
							<th>E-mail</th>
							<th>Role</th>
							<th>Code now</th>
						</tr>
					</thead>
					<tbody>
						{accounts.map(({ name, email, roles, code }) => (
							<tr key={email}>
								<td>{name}</td>
								<td>{email}</td>
								<td>{roles.join(", ")}</td>
								<td>
									<code>{code}</code>
								</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
			<h2 id="inbox">What was sent</h2>
			<p>
				{emails.length} e-mails of the last days, to visitors and to staff, the newest first. None has left this
				machine.
			</p>
			<div className="scroll">
				<table aria-labelledby="inbox">
					<thead>
						<tr>
							<th>Subject</th>
							<th>To</th>
							<th>Arrived</th>
						</tr>
					</thead>
					<tbody>
						{emails.slice(0, shownEmails).map((email) => (
							<tr key={email.id}>
								<td className="subject">
									<a href={`/emails/${email.id}`}>{email.subject || "(no subject)"}</a>
								</td>
								<td>{email.recipients.join(", ")}</td>
								<td className="time">{writeTime(email, company)}</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</>,
	);
}

/** Renders one e-mail as an HTML document; its own content runs no script and cannot reach the page. */
export function renderEmailPage(email: ArrivedEmail, { company }: FrontPageFacts): string {
	return renderPage(
		email.subject ?? "(no subject)",
		<>
			<p>
				<a href="/">All e-mails</a>
			</p>
			<h1>{email.subject || "(no subject)"}</h1>
			<dl>
				<dt>From</dt>
				<dd>
					{email.from?.name} {email.from?.address}
				</dd>
				<dt>To</dt>
				<dd>{email.recipients.join(", ")}</dd>
				{email.replyTo && email.replyTo.length > 0 && (
					<>
						<dt>Answers go to</dt>
						<dd>{email.replyTo.map(({ address }) => address).join(", ")}</dd>
					</>
				)}
				<dt>Arrived</dt>
				<dd>{writeTime(email, company)}</dd>
				{email.attachments.length > 0 && (
					<>
						<dt>Attached</dt>
						<dd>
							{email.attachments.map((attachment, index) => (
								<a key={attachment.filename} href={`/emails/${email.id}/attachments/${index}`}>
									{attachment.filename ?? attachment.mimeType}{" "}
								</a>
							))}
						</dd>
					</>
				)}
			</dl>
			{email.html !== undefined && (
				<iframe
					title="The e-mail as a mail program shows it"
					src={`/emails/${email.id}/html`}
					sandbox="allow-popups allow-popups-to-escape-sandbox"
				/>
			)}
			<h2>As plain text</h2>
			<pre>{email.text}</pre>
		</>,
	);
}

function writeTime(
	{ arrivedAt }: Pick<ArrivedEmail, "arrivedAt">,
	{ locale, timeZone }: FrontPageFacts["company"],
): string {
	return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone }).format(
		arrivedAt.epochMilliseconds,
	);
}

function renderPage(title: string, children: ReactNode): string {
	return `<!doctype html>${renderToStaticMarkup(
		<html lang="en">
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width" />
				<title>{title}</title>
				<style>{styles}</style>
			</head>
			<body>
				<main>{children}</main>
			</body>
		</html>,
	)}`;
}
