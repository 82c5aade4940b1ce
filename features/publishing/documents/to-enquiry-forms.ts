import type { EnquiryForm } from "../../../shared/enquiry-form.ts";
import { toAskedForm } from "../../../shared/question-schema.ts";
import type { Service } from "../content-schema.ts";
import type { Pages } from "../page-schema.ts";

type WithOwnForm = Pick<Service, "slug" | "title" | "enquiryForm">;

/** Lists the forms with questions of the company's own: the general one first, then those of services. */
export function toEnquiryForms(
	contact: Pick<Pages["contact"], "form"> | undefined,
	services: readonly WithOwnForm[],
	company: { locale: string; currency: string },
): EnquiryForm[] {
	const general = toAskedForm(contact?.form.questions ?? [], company);
	return [
		...(general.questions.length > 0 ? [{ ...general, service: "", title: "" }] : []),
		...services.flatMap(({ slug, title, enquiryForm }) => {
			if (!enquiryForm || enquiryForm.questions.length === 0) return [];
			const own = toAskedForm(enquiryForm.questions, company);
			return {
				service: slug,
				title,
				questions: [...general.questions, ...own.questions],
				owners: [...own.owners, ...general.owners],
			};
		}),
	];
}
