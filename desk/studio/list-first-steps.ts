import { companyFile, pathToEdit, startPath } from "./paths.ts";

/** An item of the launch check. */
type Finding = { kind: "content" | "setting" | "position"; name: string; field: string };

type StepKey = "name" | "offer" | "offices" | "recipients" | "email" | "address" | "launch";

/** A step towards a company's own site; `isDone`: the launch check finds nothing about it. */
export type FirstStep = {
	key: StepKey;
	title: string;
	text: string;
	isDone: boolean;
	/** Its page in the desk. */ path: string;
};

/** A step that is a form: some fields of the company's settings, beside the page of the site that shows them. */
export type FormStep = {
	key: StepKey;
	/** Keys of the document's fields. */
	fields: readonly string[];
	/** The page of the site. */
	page: string;
	/** Other documents of the step. */
	links: readonly { to: string; name: string }[];
};

const formSteps: readonly FormStep[] = [
	{
		key: "name",
		fields: ["name", "shortName", "legalName", "accentColour", "logo", "squareLogo"],
		page: "/",
		links: [],
	},
	{
		key: "offer",
		fields: ["description", "founded", "statistics", "socials", "parts"],
		page: "/",
		links: [
			{ to: `${pathToEdit("home.yml")}?page=/`, name: "Home page" },
			{ to: pathToEdit("pages/about.yml"), name: "About us" },
			{ to: `/studio?${new URLSearchParams({ q: "services/" })}`, name: "Services" },
		],
	},
	{
		key: "offices",
		fields: ["offices", "hours", "timeZone", "timeZoneLabel", "jurisdictionCity"],
		page: "/contactUs",
		links: [],
	},
	{
		key: "recipients",
		fields: ["email", "salesEmail", "careersEmail", "phone", "privacyContact"],
		page: "/contactUs",
		links: [],
	},
];

const offers = /^(?:home\.yml|services\/|pages\/about\.yml|pages\/why-choose-us\.yml)/;

/** Finds a step that is a form of the company's settings; undefined for any other key. */
export function findFormStep(key: string | null | undefined): FormStep | undefined {
	return formSteps.find((step) => step.key === key);
}

/** Finds the step that a form or an address of a document names. */
export function findStepOf(path: string, named: URLSearchParams): FormStep | undefined {
	return path === companyFile ? findFormStep(named.get("step")) : undefined;
}

/** Lists a new company's seven steps to its own site. */
export function listFirstSteps(findings: readonly Finding[], { sendsEmails }: { sendsEmails: boolean }): FirstStep[] {
	const isSet = (...names: string[]) => findings.every(({ kind, name }) => kind !== "setting" || !names.includes(name));
	const isWritten = (key: StepKey) =>
		findings.every(
			({ name, field }) =>
				name !== companyFile || findFormStep(key)?.fields.includes(field.split(/[.[]/, 1)[0] ?? "") !== true,
		);
	const pathOf = (key: StepKey) =>
		findFormStep(key) ? `${pathToEdit(companyFile)}?${new URLSearchParams({ step: key })}` : `${startPath}/${key}`;
	const steps: Omit<FirstStep, "path">[] = [
		{
			key: "name",
			title: "Name, colour and logo",
			text: "Set the company’s name, the accent colour of buttons and links, and the logo. Publish them: visitors see them at once.",
			isDone: isWritten("name"),
		},
		{
			key: "offer",
			title: "What you do",
			text: "Describe the company, choose the modules of the site, and write the home page and the services.",
			isDone: isWritten("offer") && findings.every(({ kind, name }) => kind !== "content" || !offers.test(name)),
		},
		{
			key: "offices",
			title: "Offices and hours",
			text: "Add your offices and business hours. Reply times and call slots follow from them.",
			isDone: isWritten("offices"),
		},
		{
			key: "recipients",
			title: "E-mail recipients",
			text: "Set who receives enquiries and calls, applications, and privacy requests.",
			isDone: isWritten("recipients"),
		},
		{
			key: "email",
			title: "E-mail out and in",
			text: sendsEmails
				? "The mail server is set up. Send a test e-mail, then connect the mailboxes that visitors write to."
				: "No mail server is connected yet, so no e-mail leaves. Ask the person who runs the server to connect one.",
			isDone: isSet("SMTP_URL", "MAIL_FROM"),
		},
		{
			key: "address",
			title: "Domain and TLS",
			text: "Check that visitors reach the site at its address over HTTPS.",
			isDone: isSet("PUBLIC_URL"),
		},
		{
			key: "launch",
			title: "Launch check",
			text: "Replace, keep or remove everything that is left of the sample company.",
			isDone: findings.length === 0,
		},
	];
	return steps.map((step) => ({ ...step, path: pathOf(step.key) }));
}
