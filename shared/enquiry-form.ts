import type { AskedForm } from "./questions.ts";

/** The company's own questions to people who enquire: about anything, or about one service, after the general ones. */
export type EnquiryForm = AskedForm & {
	/** Slug of the service; empty for the general form. */
	service: string;
	/** Title of the service. */
	title: string;
};

/** Finds the form of a service, or the general one; undefined where the company asks no questions of its own. */
export function findEnquiryForm(
	{ enquiryForms = [] }: { enquiryForms?: readonly EnquiryForm[] | undefined },
	service = "",
): EnquiryForm | undefined {
	return enquiryForms.find((form) => form.service === service) ?? enquiryForms.find((form) => form.service === "");
}

/** Stands for a service in the address to which a general form with files is sent; other forms without a service are sent without files. */
export const generalForm = "general";

/** Returns the address of the page with a form. */
export function pathOfEnquiryForm(service: string): string {
	return service === "" ? "/contactUs" : `/contactUs/${service}`;
}
