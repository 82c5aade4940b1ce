/** Something that is left to do before a launch, as the launch check says it. */
type Finding = { kind: "content" | "setting" | "position"; name: string; field: string };

export type FirstStep = {
	key: "name" | "offer" | "offices" | "recipients" | "email" | "address" | "launch";
	title: string;
	text: string;
	isDone: boolean;
	/** Documents in which it is done. */
	links: { path: string; name: string; /** Of the document, where the step begins. */ field?: string }[];
};

const recipientFields = /^(?:email|salesEmail|careersEmail|phone\b|privacyContact\b)/;
const nameFields = /^(?:name|legalName|description|founded|socials\b)/;
const officeFields = /^(?:offices\b|hours\b|jurisdictionCity)/;

/** The way of a new company to a site of its own, in seven steps; each is done when the launch check finds nothing of it. */
export function listFirstSteps(findings: readonly Finding[], { sendsEmails }: { sendsEmails: boolean }): FirstStep[] {
	const company = findings.filter(({ name }) => name === "company.yml");
	const hasNone = (pattern: RegExp) => company.every(({ field }) => !pattern.test(field));
	const isSet = (...names: string[]) => findings.every(({ kind, name }) => kind !== "setting" || !names.includes(name));
	const linkTo = (field: string, name: string) => ({ path: "company.yml", field, name });
	const offers = /^(?:home\.yml|services\/|pages\/about\.yml|pages\/why-choose-us\.yml)/;
	return [
		{
			key: "name",
			title: "1. Name, colour and logo",
			text: "What the company is called, the colour of its buttons and links (its contrast is checked), and the logo.",
			isDone: hasNone(nameFields),
			links: [
				linkTo("name", "Name and description"),
				linkTo("accentColour", "Colour"),
				linkTo("squareLogo", "Square logo for tabs"),
			],
		},
		{
			key: "offer",
			title: "2. What we do",
			text: "The first words of the home page, the services, and what is said about the company.",
			isDone: findings.every(({ kind, name }) => kind !== "content" || !offers.test(name)),
			links: [
				{ path: "home.yml", name: "Home page" },
				{ path: "pages/about.yml", name: "About us" },
				linkTo("parts", "Parts of the site: calls, careers, blog, portfolio"),
			],
		},
		{
			key: "offices",
			title: "3. Offices and hours",
			text: "Where the company is, and when somebody is there: promises of answers and free times for calls follow.",
			isDone: hasNone(officeFields),
			links: [linkTo("offices", "Offices"), linkTo("hours", "Business hours")],
		},
		{
			key: "recipients",
			title: "4. Who receives what",
			text: "The addresses for enquiries and calls, for applications, and for questions about personal data.",
			isDone: hasNone(recipientFields),
			links: [linkTo("email", "Addresses and phone"), linkTo("privacyContact", "Contact for privacy")],
		},
		{
			key: "email",
			title: "5. A test e-mail",
			text: sendsEmails
				? "E-mails leave by the mail server that is set. See one arrive."
				: "No mail server is set, so e-mails wait here. Set SMTP_URL and MAIL_FROM.",
			isDone: isSet("SMTP_URL", "MAIL_FROM"),
			links: [],
		},
		{
			key: "address",
			title: "6. Domain and TLS",
			text: "Whether visitors reach this site at its address, and by an encrypted connection.",
			isDone: isSet("PUBLIC_URL"),
			links: [],
		},
		{
			key: "launch",
			title: "7. Launch check",
			text: "Nothing that visitors see is the sample company’s any more.",
			isDone: findings.length === 0,
			links: [],
		},
	];
}
