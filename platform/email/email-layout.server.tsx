import { Body } from "@react-email/body";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Hr } from "@react-email/hr";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Preview } from "@react-email/preview";
import { render } from "@react-email/render";
import { Text } from "@react-email/text";
import { compile } from "html-to-text";
import { createContext, Fragment, useContext, type ReactElement, type ReactNode } from "react";
import { deriveAccent } from "../../shared/accent.ts";
import type { Company } from "../../shared/company.ts";
import { palette } from "../../shared/palette.ts";

// Mail programs know no style sheets, so every part carries its own colours.
const lineColour = "#E3DACB";
/** What the layout says to the links in it; without one, they look like the text around them. */
const LinkColour = createContext<string>("inherit");

// React Email's own function prepares these rules anew for every e-mail, which took three quarters of the time of an enquiry.
const toPlainText = compile({
	wordwrap: 76,
	selectors: [
		// An address that is its own text is not given again in brackets.
		{ selector: "a", options: { hideLinkHrefIfSameAsText: true } },
		{ selector: "h1", options: { uppercase: false } },
		{ selector: "table.numbers", format: "dataTable", options: { uppercaseHeaderCells: false } },
		// What a mail program shows beside the subject.
		{ selector: "[data-skip-in-text=true]", format: "skip" },
	],
});

export const emailText = { color: palette.body, fontSize: "16px", lineHeight: "26px", margin: "0 0 16px" };

/** The facts of a company as e-mails need them; `logoUrl`: where its logo is to be had as a PNG, if it has one. */
export type EmailCompany = Company & { logoUrl?: string | undefined };

/** The frame of every e-mail: heading, content, and who sends it. */
export function EmailLayout({
	title,
	preview,
	company,
	children,
}: {
	title: string;
	preview: string;
	company: EmailCompany;
	children: ReactNode;
}) {
	const accent = deriveAccent(company.accentColour);
	const office = company.offices.find((candidate) => candidate.headquarters) ?? company.offices[0];
	return (
		<Html lang={company.locale}>
			<Head>
				<title>{title}</title>
			</Head>
			<Preview>{preview}</Preview>
			<Body
				style={{
					backgroundColor: palette.paper,
					fontFamily: "'Instrument Sans', 'Segoe UI', Helvetica, Arial, sans-serif",
					margin: 0,
					padding: "32px 0",
				}}
			>
				<Container
					style={{
						backgroundColor: palette.white,
						border: `1px solid ${lineColour}`,
						borderTop: `4px solid ${accent.ui}`,
						maxWidth: "560px",
						padding: "32px",
					}}
				>
					{company.logoUrl !== undefined && <EmailBrand name={company.name} logoUrl={company.logoUrl} />}
					<Heading as="h1" style={{ color: palette.ink, fontSize: "24px", lineHeight: "30px", margin: "0 0 24px" }}>
						{title}
					</Heading>
					<LinkColour value={accent.text}>{children}</LinkColour>
					<Hr style={{ borderColor: lineColour, margin: "24px 0 16px" }} />
					<Text style={{ color: palette.muted, fontSize: "14px", lineHeight: "22px", margin: 0 }}>
						{company.legalName}
						{office && `, ${office.street}, ${[office.locality, office.postalCode].filter(Boolean).join(" ")}`}
					</Text>
				</Container>
			</Body>
		</Html>
	);
}

/** The logo with the name beside it: most programs load no pictures before somebody asks for them. */
function EmailBrand({ name, logoUrl }: { name: string; logoUrl: string }) {
	return (
		<Text
			data-skip-in-text="true"
			style={{ color: palette.ink, fontSize: "16px", fontWeight: 600, lineHeight: "40px", margin: "0 0 16px" }}
		>
			<img
				src={logoUrl}
				alt=""
				height="40"
				style={{ border: "none", height: "40px", marginRight: "12px", verticalAlign: "middle", width: "auto" }}
			/>
			<span style={{ verticalAlign: "middle" }}>{name}</span>
		</Text>
	);
}

/** One paragraph of several lines, which are lines in plain text too. */
export function EmailLines({ lines }: { lines: string[] }) {
	return (
		<Text style={emailText}>
			{lines.map((line, index) => (
				<Fragment key={index}>
					{index > 0 && <br />}
					{line}
				</Fragment>
			))}
		</Text>
	);
}

/** A link in the company's colour. One that is its own address breaks anywhere: it is longer than a phone is wide. */
export function EmailLink({ href, children = href }: { href: string; children?: ReactNode }) {
	return (
		<Link href={href} style={{ color: useContext(LinkColour), wordBreak: "break-word" }}>
			{children}
		</Link>
	);
}

/** Leads staff from an e-mail to what it is about; visitors' e-mails never hold it. */
export function DeskLink({ url }: { url: string }) {
	return (
		<Text style={emailText}>
			Open it in the desk: <EmailLink href={url} />
		</Text>
	);
}

/** Renders an e-mail as HTML and as plain text of the same content. */
export async function renderEmail(email: ReactElement): Promise<{ html: string; text: string }> {
	const html = await render(email);
	return { html, text: toPlainText(html) };
}
