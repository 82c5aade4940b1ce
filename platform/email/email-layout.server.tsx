import { Body } from "@react-email/body";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Hr } from "@react-email/hr";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Preview } from "@react-email/preview";
import { Text } from "@react-email/text";
import { createContext, Fragment, useContext, type ReactNode } from "react";
import { deriveAccent } from "../../shared/accent.ts";
import type { Company } from "../../shared/company.ts";
import { palette } from "../../shared/palette.ts";
import type { RenderedEmail } from "./email.ts";

// Mail programs ignore style sheets, so every element carries its own colours.
const lineColour = "#E3DACB";
/** The colour of links; by default that of the text around them. */
const LinkColour = createContext<string>("inherit");

export const emailText = { color: palette.body, fontSize: "16px", lineHeight: "26px", margin: "0 0 16px" };

/** The company settings that e-mails need; `logoUrl`: a PNG of the logo, if there is one. */
export type EmailCompany = Company & { logoUrl?: string | undefined };

/** An e-mail without its content. */
export type EmailToWrite = Omit<RenderedEmail, "subject" | "html" | "text"> & {
	subject?: string;
	title: string;
	/** Shown by mail programs beside the subject. */
	preview: string;
	company: EmailCompany;
};

/** The frame of every e-mail: heading, content and sender. */
function EmailLayout({
	title,
	preview,
	company,
	children,
}: Pick<EmailToWrite, "title" | "preview" | "company"> & { children: ReactNode }) {
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

/** The logo with the name beside it, because most mail programs load pictures only on request. */
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

/** A line as a person wrote it, or a label with such a value. */
export type EmailLine = string | readonly [label: string, value: string];

/** A paragraph of several lines, in plain text too. Each value has the direction of its script. */
export function EmailLines({ lines }: { lines: readonly EmailLine[] }) {
	return (
		<Text dir="auto" style={emailText}>
			{lines.map((line, index) => (
				<Fragment key={index}>
					{index > 0 && <br />}
					{typeof line === "string" ? (
						line
					) : (
						<>
							{line[0]}: <span dir="auto">{line[1]}</span>
						</>
					)}
				</Fragment>
			))}
		</Text>
	);
}

/** A link in the company's colour. A link whose text is its URL may break anywhere, because it is wider than a phone. */
export function EmailLink({ href, children = href }: { href: string; children?: ReactNode }) {
	return (
		<Link href={href} style={{ color: useContext(LinkColour), wordBreak: "break-word" }}>
			{children}
		</Link>
	);
}

/** A paragraph with only a link. */
export function LinkParagraph(link: { href: string; children?: ReactNode }) {
	return (
		<Text style={emailText}>
			<EmailLink {...link} />
		</Text>
	);
}

/** A link to the desk, for e-mails to members only. */
export function DeskLink({ url }: { url: string }) {
	return (
		<Text style={emailText}>
			Open it in the desk: <EmailLink href={url} />
		</Text>
	);
}

/**
 * Renders an e-mail as HTML and as plain text, by default with its title as subject. The libraries for it are loaded with the first e-mail.
 */
export async function renderEmail(
	{ title, subject = title, preview, company, ...more }: EmailToWrite,
	children: ReactNode,
): Promise<RenderedEmail> {
	const { render, toPlainText } = await import("./email-renderer.server.ts");
	const html = await render(
		<EmailLayout title={title} preview={preview} company={company}>
			{children}
		</EmailLayout>,
	);
	return { ...more, subject, html, text: toPlainText(html) };
}
