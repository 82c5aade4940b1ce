import type { DeskSettings } from "../../shared/desk.ts";

export const testDesk: DeskSettings = {
	enquiry: {
		stages: [
			{ key: "new", label: "New", open: true },
			{ key: "in-conversation", label: "In conversation", open: true },
			{ key: "won", label: "Won", open: false },
		],
		templates: [{ name: "Greeting", subject: "Your enquiry {reference}", text: "Hello {firstName},\n\n{senderName}" }],
	},
	application: {
		stages: [
			{ key: "new", label: "New", open: true, senderReads: "We will read it." },
			{ key: "in-review", label: "In review", open: true, senderReads: "We are reading it." },
			{ key: "hired", label: "Hired", open: false, senderReads: "You have the position." },
			{
				key: "rejected",
				label: "Rejected",
				open: false,
				senderReads: "We decided for somebody else.",
				reasons: [
					{ key: "skills", label: "Other skills needed" },
					{ key: "pay", label: "Expected pay" },
				],
			},
			{ key: "withdrawn", label: "Withdrawn", open: false, senderReads: "You have withdrawn." },
		],
		criteria: [
			{ key: "craft", label: "Craft", question: "What have they made?" },
			{ key: "teamwork", label: "Teamwork" },
		],
		talentPoolInForm: false,
		templates: [
			{ name: "No", subject: "Your application {reference}", text: "Dear {firstName},\n\nno.\n\n{senderName}" },
		],
	},
	booking: {
		stages: [
			{ key: "booked", label: "Booked", open: true },
			{ key: "held", label: "Held", open: false },
			{ key: "no-show", label: "No-show", open: false },
			{ key: "follow-up", label: "To follow up", open: true },
			{ key: "cancelled", label: "Cancelled", open: false },
		],
		templates: [],
	},
	request: {
		stages: [
			{ key: "new", label: "New", open: true },
			{ key: "settled", label: "Settled", open: false },
		],
		templates: [],
	},
};
