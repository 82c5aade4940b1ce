/** The beginnings of pages of sections: docs/product/studio.md, Landing pages. */

/** A page to begin with: its fields without name and metadata, which follow from its title. */
export type PageTemplate = {
	/** As the choice of a new document names it. */
	label: string;
	/** The first part of its address, or none. */
	folder: string;
	fields: { hero: object; sections: object[] };
};

const guides = new Set<string>();

/** A text that says what belongs in its place; the launch check names it until it is changed. */
function guide(text: string): string {
	guides.add(text);
	return text;
}

const talk = { label: "Let's Talk", to: "/contactUs" };

const card = (title: string, description: string) => ({ title: guide(title), description: guide(description) });

const questions = {
	type: "questions",
	title: "Questions",
	items: [
		{
			question: guide("Which question do people ask first?"),
			answer: guide("Answer it as you would on the phone, with a number where there is one."),
		},
		{
			question: guide("Which question do they not dare to ask?"),
			answer: guide("Answer that one too. It is often about the price, or about what you do not do."),
		},
	],
};

const form = (title: string) => ({
	type: "form",
	title,
	introduction: guide("Say what to write, and when somebody replies."),
});

export const pageTemplates = {
	landing: {
		label: "campaign",
		folder: "",
		fields: {
			hero: {
				title: guide("Say in eight words what visitors get"),
				introduction: guide("Say in one sentence for whom it is and what will be different for them."),
				button: talk,
			},
			sections: [
				{
					type: "cards",
					title: guide("Name the problem in the words of your clients"),
					ground: "white",
					items: [
						card("First reason", "Describe what goes wrong today, with an example that you have seen."),
						card("Second reason", "Describe what it costs, in hours or in money."),
						card("Third reason", "Describe what your clients have tried before."),
						card("Fourth reason", "Describe what changes with you, so that somebody can check it."),
					],
				},
				{ type: "figures", title: guide("Say what these figures show"), ground: "ink" },
				{
					type: "steps",
					title: guide("Say how it begins"),
					items: [
						card("First step", "Describe what happens in the first week, and who does it."),
						card("Second step", "Describe what visitors see or hold in their hands then."),
						card("Third step", "Describe how it ends, and what stays with them."),
					],
				},
				questions,
				form("Let's talk about it"),
			],
		},
	},
	industry: {
		label: "industry",
		folder: "industries",
		fields: {
			hero: {
				title: guide("Say what this industry gets from you"),
				introduction: guide("Show in one sentence that you know a working day in this industry."),
				button: talk,
			},
			sections: [
				{
					type: "cards",
					title: guide("Name what goes wrong in this industry"),
					ground: "white",
					items: [
						card("First difficulty", "Describe it as somebody who does this work would."),
						card("Second difficulty", "Describe where the work waits, and for whom."),
						card("Third difficulty", "Describe the rule or the paper that nobody likes."),
						card("Fourth difficulty", "Describe what happens when it is very busy."),
					],
				},
				{
					type: "steps",
					title: guide("Say how a project runs here"),
					ground: "ink",
					items: [
						card("First stage", "Describe what you look at before you propose anything."),
						card("Second stage", "Describe the first part that is in use, and when."),
						card("Third stage", "Describe what follows, and how one sees that it works."),
					],
				},
				{
					type: "projects",
					title: "Projects",
					introduction: guide("Choose projects of this industry, and say what they have in common."),
				},
				questions,
				{
					type: "call",
					title: guide("Offer a first call"),
					introduction: guide("Say what somebody should bring, and with what they leave."),
					ground: "sand",
				},
			],
		},
	},
	event: {
		label: "event",
		folder: "events",
		fields: {
			hero: {
				title: guide("Name the event, the day and the city"),
				introduction: guide("Say in one sentence for whom it is and what they will know afterwards."),
			},
			sections: [
				{
					type: "text",
					title: "About the event",
					body: guide("Write who should come, what they need to bring, and how to get there."),
					ground: "white",
				},
				{
					type: "table",
					title: "Programme",
					rowLabel: "Time",
					columns: ["What", "With"],
					rows: [
						{ name: "10:00", cells: [guide("Name the first item of the programme"), guide("Name who speaks first")] },
						{ name: "11:00", cells: [guide("Name the second item of the programme"), guide("Name who speaks next")] },
					],
				},
				questions,
				form("Reserve a seat"),
			],
		},
	},
	prices: {
		label: "prices",
		folder: "",
		fields: {
			hero: {
				title: guide("Say what it costs to begin"),
				introduction: guide("Say in one sentence how a price comes about, and what is never charged."),
				button: talk,
			},
			sections: [
				{
					type: "table",
					title: "Prices",
					introduction: guide("Say whether taxes are included, and until when these prices hold."),
					rowLabel: "Included",
					columns: ["Small", "Medium", "Large"],
					layout: "last column highlighted",
					rows: [
						{ name: "Price", cells: [guide("Price of Small"), guide("Price of Medium"), guide("Price of Large")] },
						{ name: "Time", cells: [guide("Time of Small"), guide("Time of Medium"), guide("Time of Large")] },
					],
				},
				{
					type: "cards",
					title: "In every price",
					ground: "white",
					layout: "three in a row",
					items: [
						card("First thing included", "Describe it so that somebody can compare it with another offer."),
						card("Second thing included", "Describe what others charge extra."),
						card("Third thing included", "Describe what happens when it takes longer."),
					],
				},
				{
					type: "steps",
					title: "From a question to a price",
					ground: "ink",
					layout: "in a row",
					items: [
						card("You ask", "Describe what you need to know first."),
						card("We reckon", "Describe how long it takes and who does it."),
						card("You decide", "Describe what the offer contains and how long it holds."),
					],
				},
				questions,
				{ type: "call", title: guide("Offer a call about a price"), ground: "sand" },
			],
		},
	},
} as const satisfies Record<string, PageTemplate>;

/** The texts that somebody still has to replace. */
export const guidingTexts: ReadonlySet<string> = guides;

const mostInMeta = 70;

/** Returns the fields of a page that begins with a template. */
export function fillTemplate({ fields }: PageTemplate, title: string): object {
	return {
		title,
		meta: {
			title: title.slice(0, mostInMeta),
			description: describeHere,
		},
		...fields,
	};
}

const describeHere = guide(
	"Describe this page in one or two sentences, for people who read it among the results of a search.",
);
