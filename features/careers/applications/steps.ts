/** The four steps in order: docs/product/careers.md, Steps. */
export const steps = [
	{ id: "careerProfile", title: "Careers profile", duration: "5-10 minutes" },
	{ id: "roleInformation", title: "Role Information", duration: "less than 1 minute" },
	{ id: "voluntarySelfIdentification", title: "Voluntary self-identification", duration: "less than 1 minute" },
	{ id: "reviewAndSubmit", title: "Review & apply", duration: undefined },
] as const;

export type StepId = (typeof steps)[number]["id"];
