import { compile } from "html-to-text";

export { render } from "@react-email/render";

// React Email's own function compiles these rules for every e-mail, which took three quarters of the time of an enquiry.
export const toPlainText = compile({
	wordwrap: 76,
	selectors: [
		// A link whose text is its URL is not repeated in brackets.
		{ selector: "a", options: { hideLinkHrefIfSameAsText: true } },
		{ selector: "h1", options: { uppercase: false } },
		{ selector: "table.numbers", format: "dataTable", options: { uppercaseHeaderCells: false } },
		// The preview text that mail programs show beside the subject.
		{ selector: "[data-skip-in-text=true]", format: "skip" },
	],
});
