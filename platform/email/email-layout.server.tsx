import { Body, Container, Head, Heading, Hr, Html, Link, Preview, Text } from "@react-email/components";
import { render } from "@react-email/render";
import { compile } from "html-to-text";
import { Fragment, type ReactElement, type ReactNode } from "react";
import type { Company } from "../../shared/company.ts";

/** Colours of the site; mail programs know no style sheets, so every part carries its own. */
const colours = {
	ink: "#15130F",
	body: "#4A453D",
	muted: "#6B655A",
	paper: "#FBF8F3",
	orange: "#E4570B",
	orangeText: "#B93C00",
	line: "#E3DACB",
};

// React Email's own function prepares these rules anew for every e-mail, which took three quarters of the time of an enquiry.
const toPlainText = compile({
	wordwrap: 76,
	selectors: [
		{ selector: "h1", options: { uppercase: false } },
		// What a mail program shows beside the subject.
		{ selector: "[data-skip-in-text=true]", format: "skip" },
	],
});

export const emailText = { color: colours.body, fontSize: "16px", lineHeight: "26px", margin: "0 0 16px" };

/** The frame of every e-mail: heading, content, and who sends it. */
export function EmailLayout({
	title,
	preview,
	company,
	children,
}: {
	title: string;
	preview: string;
	company: Company;
	children: ReactNode;
}) {
	const office = company.offices.find((candidate) => candidate.headquarters) ?? company.offices[0];
	return (
		<Html lang={company.locale}>
			<Head>
				<title>{title}</title>
			</Head>
			<Preview>{preview}</Preview>
			<Body
				style={{
					backgroundColor: colours.paper,
					fontFamily: "'Instrument Sans', 'Segoe UI', Helvetica, Arial, sans-serif",
					margin: 0,
					padding: "32px 0",
				}}
			>
				<Container
					style={{
						backgroundColor: "#FFFFFF",
						border: `1px solid ${colours.line}`,
						borderTop: `4px solid ${colours.orange}`,
						maxWidth: "560px",
						padding: "32px",
					}}
				>
					<Heading as="h1" style={{ color: colours.ink, fontSize: "24px", lineHeight: "30px", margin: "0 0 24px" }}>
						{title}
					</Heading>
					{children}
					<Hr style={{ borderColor: colours.line, margin: "24px 0 16px" }} />
					<Text style={{ color: colours.muted, fontSize: "14px", lineHeight: "22px", margin: 0 }}>
						{company.legalName}
						{office && `, ${office.street}, ${[office.locality, office.postalCode].filter(Boolean).join(" ")}`}
					</Text>
				</Container>
			</Body>
		</Html>
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

/** Leads staff from an e-mail to what it is about; visitors' e-mails never hold it. */
export function DeskLink({ url }: { url: string }) {
	return (
		<Text style={emailText}>
			Open it in the desk:{" "}
			<Link href={url} style={{ color: colours.orangeText }}>
				{url}
			</Link>
		</Text>
	);
}

/** Renders an e-mail as HTML and as plain text of the same content. */
export async function renderEmail(email: ReactElement): Promise<{ html: string; text: string }> {
	const html = await render(email);
	return { html, text: toPlainText(html) };
}
