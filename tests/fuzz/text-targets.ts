import fc from "fast-check";
import { readCalendarAddress } from "../../core/appointments/calendar-address.ts";
import { findMentions } from "../../core/records/mentions.ts";
import { findWantedNumber, listSearchWords, listWantedWords } from "../../core/records/search-words.ts";
import { findXmlTexts } from "../../platform/files/xml-texts.ts";
import { removeForwardedPorts } from "../../platform/http/forwarded-addresses.ts";
import { readPlainGet } from "../../platform/http/plain-get.ts";
import { cleanLine, cleanText } from "../../shared/clean-text.ts";
import { isEmailAddress } from "../../shared/email-address.ts";
import { readOwnPath } from "../../shared/own-path.ts";
import { expectThat, fuzzTarget } from "./fuzz-target.ts";
import { anyText, textOf } from "./hostile-inputs.ts";

const maxTyped = 20_000;
const addressPieces = [
	"asha",
	"@",
	".",
	"-",
	"xn--",
	"company.example",
	"+",
	"&",
	'"',
	" ",
	"<",
	">",
	"%40",
	"ä",
	"भारत",
	",",
];
const pathPieces = [
	"/",
	"//",
	"\\",
	"..",
	".",
	"%2e",
	"%2F",
	"\t",
	"\n",
	"@",
	":",
	"?",
	"#",
	"evil.test",
	"https:",
	"ｅ",
	"／",
];
const origin = "https://origin.test";

/** Single values: what people type, and what programs write into addresses and headers. */
export const textTargets = [
	fuzzTarget("cleaned text", textOf(["\u200d", "\u200c", "\r\n", "\u202e", "a", "क्", "👩"], maxTyped), (typed) => {
		// Bytes that arrive hold whole characters alone.
		const text = typed.toWellFormed();
		const cleaned = cleanText(text);
		expectThat(cleanText(cleaned) === cleaned, "cleaning twice gives another text");
		expectThat(cleanLine(text) === cleaned.trim(), "a line is cleaned otherwise than a text");
		const letters = (whole: string) => whole.replaceAll(/[^\p{L}\p{N}]/gu, "");
		expectThat(letters(cleaned) === letters(text), "letters were lost");
	}),
	fuzzTarget("e-mail addresses", textOf(addressPieces, maxTyped), (text) => {
		if (isEmailAddress(text)) expectThat(!/[\s<>,"]/.test(text), "an address holds what a header would read");
	}),
	fuzzTarget("return paths", textOf(pathPieces, maxTyped), (text) => {
		const path = readOwnPath(text);
		if (path !== undefined) expectThat(new URL(path, origin).origin === origin, "the path leads elsewhere");
	}),
	fuzzTarget("addresses of calendars", textOf(["webcal:", ...pathPieces], maxTyped), (text) => {
		const address = readCalendarAddress(text);
		if (address !== undefined) expectThat(/^https?:/.test(address), "the address has another scheme");
	}),
	fuzzTarget(
		"searches",
		fc.tuple(textOf(["+91 ", "98765", "見積り", "straße", "ﬁ", " ", "-", "(", "İ"], maxTyped), anyText),
		([text, search]) => {
			listWantedWords(text);
			findWantedNumber(text);
			const words = new Set(listSearchWords(`${search} ${text}`));
			for (const word of words) expectThat(word.length > 0, "an empty word is stored");
		},
	),
	fuzzTarget("mentions", textOf(["@", "asha", "Asha Rao", "@asha.rao", " "], maxTyped), (text) => {
		findMentions(text, [
			{ id: "1", name: "Asha Rao", email: "asha.rao@company.example" },
			{ id: "2", name: "@", email: "@@" },
		]);
	}),
	fuzzTarget(
		"X-Forwarded-For",
		textOf(["203.0.113.7", ":49152", "[", "]", "2001:db8::1", ",", " ", "unknown"], 8_000),
		(text) => {
			removeForwardedPorts({ headers: { "x-forwarded-for": text } } as never);
		},
	),
	fuzzTarget(
		"plain GETs",
		textOf(
			["GET / HTTP/1.1\r\n", "host: a\r\n", "Accept-Encoding: br\r\n", "\r\n", ":", " ", "content-length: 1\r\n"],
			4_096,
		),
		(text) => {
			const get = readPlainGet(Buffer.from(text, "latin1"));
			if (get) expectThat(get.path.startsWith("/"), "the path is none");
		},
	),
	fuzzTarget(
		"responses of a file store",
		textOf(["<Contents>", "<Key>", "</Key>", '<!ENTITY a "b">', "&a;", "<![CDATA["], 100_000),
		(xml) => {
			findXmlTexts(xml, "Contents/Key");
		},
	),
];
