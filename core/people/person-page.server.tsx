import { renderToStaticMarkup } from "react-dom/server";
import type { Company } from "../../shared/company.ts";
import type { Value } from "../records/record-fields.ts";
import type { PersonRecord } from "./describe-person.server.ts";

type PersonPageProps = {
	addresses: readonly string[];
	records: readonly PersonRecord[];
	company: Pick<Company, "name" | "locale" | "timeZone" | "timeZoneLabel">;
	now: Temporal.Instant;
	/** Path within the archive, by the name in the file store. */
	paths: ReadonlyMap<string, string>;
};

/** Renders the page for a person who asks what is stored about them. It loads nothing and has no scripts. */
export function renderPersonPage(props: PersonPageProps): string {
	return `<!doctype html>\n${renderToStaticMarkup(<PersonDocument {...props} />)}\n`;
}

/** A file may have "#", "?" or "%" in its name. */
function toAddress(path: string): string {
	return path.split("/").map(encodeURIComponent).join("/");
}

function PersonDocument({ addresses, records, company, now, paths }: PersonPageProps) {
	const person = addresses.join(", ");
	const show = (value: Value | string[]) => showValue(value, company);
	return (
		<html lang={company.locale}>
			<head>
				<meta charSet="utf-8" />
				<meta httpEquiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>{`Data stored about ${person} by ${company.name}`}</title>
				<style>
					{
						"body{font:1rem/1.5 sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}dt{font-weight:600}dd{margin:0 0 .5rem}.text{white-space:pre-wrap;border-left:3px solid #ccc;padding-left:1rem}"
					}
				</style>
			</head>
			<body>
				<h1>
					Data stored about {person} by {company.name}
				</h1>
				<p>
					As of {show(now)}. Times in {company.timeZoneLabel}. data.json contains the same data.
				</p>
				{records.map(({ reference, name, at, fields, text, work, emails, files }) => (
					<section key={reference}>
						<h2>
							{reference}, {name}
							{at && `, ${show(at)}`}
						</h2>
						<dl>
							{fields.map(({ label, value }) => (
								<div key={label}>
									<dt>{label}</dt>
									<dd>{show(value)}</dd>
								</div>
							))}
							{text && text.value !== "" && (
								<div>
									<dt>{text.label}</dt>
									<dd className="text">{text.value}</dd>
								</div>
							)}
						</dl>
						{files.length > 0 && <h3>Files</h3>}
						<ul>
							{files.map(({ storedAs, name: fileName }) => (
								<li key={storedAs}>
									<a href={toAddress(paths.get(storedAs) ?? "")}>{fileName}</a>
								</li>
							))}
						</ul>
						{work.length > 0 && <h3>Notes and replies</h3>}
						{work.map(({ id, at: writtenAt, title, text: written }) => (
							<div key={id}>
								<p>
									{show(writtenAt)}: {title}
								</p>
								<p className="text">{written}</p>
							</div>
						))}
						{emails.length > 0 && <h3>E-mails to you</h3>}
						<ul>
							{emails.map(({ id, kind, sentAt }) => (
								<li key={id}>
									{kind.replaceAll("-", " ")}: {sentAt ? show(sentAt) : "not sent"}
								</li>
							))}
						</ul>
					</section>
				))}
			</body>
		</html>
	);
}

function showValue(value: Value | string[], { locale, timeZone }: Pick<Company, "locale" | "timeZone">): string {
	if (Array.isArray(value)) return value.join(", ");
	if (typeof value === "string") return value;
	if (value instanceof Temporal.Instant)
		return value
			.toZonedDateTimeISO(timeZone)
			.toPlainDateTime()
			.toLocaleString(locale, { dateStyle: "long", timeStyle: "short" });
	return value.toLocaleString(locale, { dateStyle: "long" });
}
