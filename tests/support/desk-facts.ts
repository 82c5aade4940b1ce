import type { DeskFacts } from "../../shared/desk.ts";

export const testDesk: DeskFacts = {
	enquiry: {
		stages: [
			{ key: "new", label: "New", open: true },
			{ key: "in-conversation", label: "In conversation", open: true },
			{ key: "won", label: "Won", open: false },
		],
		templates: [{ name: "Greeting", subject: "Your enquiry {reference}", text: "Hello {firstName},\n\n{senderName}" }],
	},
};
