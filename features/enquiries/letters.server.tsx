import { Text } from "@react-email/components";
import { Fragment } from "react";
import { LetterLayout, letterText, renderLetter } from "../../server/mail/letter-layout.server.tsx";
import type { Letter } from "../../server/mail/letters-store.ts";
import type { Company } from "../publishing/content-schema.ts";
import type { EnquiryRecord } from "./store.server.ts";

const longestGreetedName = 40;

const indiaTime = new Intl.DateTimeFormat("en-IN", { dateStyle: "full", timeStyle: "short", timeZone: "Asia/Kolkata" });

/** The letter that tells sales about an enquiry; answering it writes to the visitor. */
export async function createEnquiryNotice(enquiry: EnquiryRecord, { company, salesEmail }: { company: Company; salesEmail: string }): Promise<Letter> {
	const { reference, firstName, lastName, email, phone, message } = enquiry;
	const fields = [
		["Name", `${firstName} ${lastName}`],
		["E-mail", email],
		["Phone", phone || "not given"],
		["Received", `${indiaTime.format(enquiry.receivedAt.epochMilliseconds)} (India)`],
		["Reference", reference],
	];
	return {
		kind: "enquiry-notice",
		reference,
		recipient: salesEmail,
		replyTo: email,
		subject: `Enquiry ${reference} from ${firstName} ${lastName}`,
		...(await renderLetter(
			<LetterLayout title={`Enquiry ${reference}`} preview={`From ${firstName} ${lastName}`} company={company}>
				<Text style={letterText}>
					Answer this letter to write to {firstName}. We have promised a reply within {company.replyWithinBusinessHours} business hours.
				</Text>
				<Lines lines={fields.map(([label, value]) => `${label}: ${value}`)} />
				<Lines lines={message.split("\n")} />
			</LetterLayout>,
		)),
	};
}

/**
 * The letter that confirms an enquiry to the visitor, with its reference and when to expect a reply.
 *
 * Anybody can enter anybody's address, so nothing of the visitor's text is in it but a name that looks like one:
 * otherwise the form would send strangers whatever a spammer writes.
 */
export async function createEnquiryConfirmation(enquiry: EnquiryRecord, { company, salesEmail }: { company: Company; salesEmail: string }): Promise<Letter> {
	const { reference } = enquiry;
	const name = greetedName(enquiry.firstName);
	const hours = company.replyWithinBusinessHours;
	return {
		kind: "enquiry-confirmation",
		reference,
		recipient: enquiry.email,
		replyTo: salesEmail,
		subject: `We have received your enquiry (${reference})`,
		...(await renderLetter(
			<LetterLayout title="We have received your enquiry" preview={`We reply within ${hours} business hours.`} company={company}>
				<Text style={letterText}>{name ? `Hello ${name},` : "Hello,"}</Text>
				<Text style={letterText}>
					Thank you for writing to {company.name}. One of us reads your message and replies within {hours} business hours. Our hours are {company.hours.text}, India time.
				</Text>
				<Text style={letterText}>
					Your reference is <strong>{reference}</strong>. To add something, answer this letter, or call {company.phone.display}.
				</Text>
				<Text style={letterText}>If you did not write to us, somebody entered your address by mistake. You need do nothing.</Text>
			</LetterLayout>,
		)),
	};
}

/** One paragraph of several lines, which are lines in plain text too. */
function Lines({ lines }: { lines: string[] }) {
	return (
		<Text style={letterText}>
			{lines.map((line, index) => (
				<Fragment key={index}>
					{index > 0 && <br />}
					{line}
				</Fragment>
			))}
		</Text>
	);
}

/**
 * Gives the name to greet somebody by, or nothing when it is too long or holds more than letters.
 *
 * Mail programs turn anything with a dot or a slash inside into a link; a dot passes only after an initial, as in "A. P. J.".
 */
export function greetedName(firstName: string): string | undefined {
	const looksLikeName = /^\p{L}[\p{L}\p{M}'’-]*\.?(?: \p{L}[\p{L}\p{M}'’-]*\.?)*$/u.test(firstName);
	return looksLikeName && firstName.length <= longestGreetedName ? firstName : undefined;
}
