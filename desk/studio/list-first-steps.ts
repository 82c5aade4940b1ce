/** An item of the launch check. */
type Finding = { kind: "content" | "setting" | "position"; name: string; field: string };

export type FirstStep = {
	key: "name" | "offer" | "offices" | "recipients" | "email" | "address" | "launch";
	title: string;
	text: string;
	isDone: boolean;
	/** The documents of the step. */
	links: { path: string; name: string; /** Of the document, where the step begins. */ field?: string }[];
};

const recipientFields = /^(?:email|salesEmail|careersEmail|phone\b|privacyContact\b)/;
const nameFields = /^(?:name|legalName|description|founded|socials\b)/;
const officeFields = /^(?:offices\b|hours\b|jurisdictionCity)/;

/** Lists a new company's seven steps to its own site; each is done when the launch check finds nothing about it. */
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
			text: "Set the company’s name, the accent colour of buttons and links, and the logo.",
			isDone: hasNone(nameFields),
			links: [
				linkTo("name", "Name and description"),
				linkTo("accentColour", "Colour"),
				linkTo("squareLogo", "Square logo for browser tabs"),
			],
		},
		{
			key: "offer",
			title: "2. Home page and services",
			text: "Write the home page, the services and the About page.",
			isDone: findings.every(({ kind, name }) => kind !== "content" || !offers.test(name)),
			links: [
				{ path: "home.yml", name: "Home page" },
				{ path: "pages/about.yml", name: "About us" },
				linkTo("parts", "Site modules: calls, careers, blog, portfolio"),
			],
		},
		{
			key: "offices",
			title: "3. Offices and hours",
			text: "Add your offices and business hours. Reply times and call slots follow from them.",
			isDone: hasNone(officeFields),
			links: [linkTo("offices", "Offices"), linkTo("hours", "Business hours")],
		},
		{
			key: "recipients",
			title: "4. E-mail recipients",
			text: "Set who receives enquiries and calls, applications, and privacy requests.",
			isDone: hasNone(recipientFields),
			links: [linkTo("email", "Addresses and phone"), linkTo("privacyContact", "Privacy contact")],
		},
		{
			key: "email",
			title: "5. Test e-mail",
			text: sendsEmails
				? "The mail server is set up. Send yourself a test e-mail."
				: "No mail server is connected yet, so no e-mail leaves. Ask the person who runs the server to connect one.",
			isDone: isSet("SMTP_URL", "MAIL_FROM"),
			links: [],
		},
		{
			key: "address",
			title: "6. Domain and TLS",
			text: "Check that visitors reach the site at its address over HTTPS.",
			isDone: isSet("PUBLIC_URL"),
			links: [],
		},
		{
			key: "launch",
			title: "7. Launch check",
			text: "Replace everything that is left of the sample company.",
			isDone: findings.length === 0,
			links: [],
		},
	];
}
