import { composeNotice } from "../core/notices/compose-notice.server.ts";
import type { Content } from "../features/publishing/documents/content.ts";
import { findPageOfData } from "../platform/pages/data-path.ts";
import { noticeForms, type Notice, type NoticeForm } from "../shared/notices.ts";

/** The notices of a page's forms. */
export type PageNotices = Partial<Record<NoticeForm, Notice>>;

/** Where each form is; a page carries only the notices of its own forms, to keep its weight down. */
const placesOfForms: Readonly<Record<NoticeForm, RegExp>> = {
	enquiry:
		/^\/(?:contactUs(?:\/|$)|portfolio\/.|alltestimonial$|blog(?:\/page\/\d+)?$|(?:demo|calls\/[^/]+)\/other-times$)/i,
	booking: /^\/(?:$|home$|demo(?:\/by-form)?$|calls\/[^/]+(?:\/by-form)?$)/i,
	application: /^\/career\/apply\//i,
	newsletter: /^\/(?:blog|newsletter)/i,
	jobAlerts: /^\/career$/i,
	dataRequest: /^\/privacy$/i,
};

/**
 * Returns the notices of the forms on a page; undefined without any.
 * @param pathname of the page or of its data
 */
export function listNoticesOfPage(
	{ company: { notices, parts }, landingPages }: Pick<Content, "company" | "landingPages">,
	pathname: string,
): PageNotices | undefined {
	if (!notices) return undefined;
	// Prerendered pages are requested with a slash at the end, and scripts ask for the data of a page.
	const path = findPageOfData(pathname).replace(/(?<=.)\/$/, "");
	const sections = landingPages.find(({ slug }) => path === `/${slug}`)?.sections ?? [];
	const hasForm = sections.some(({ type }) => type === "form");
	const forms = noticeForms
		.filter((form) => placesOfForms[form].test(path) || (form === "enquiry" && hasForm))
		.filter((form) => form !== "newsletter" || parts.newsletter);
	const found = forms.flatMap((form) => {
		const notice = composeNotice(notices, form);
		return notice ? [[form, notice] as const] : [];
	});
	return found.length === 0 ? undefined : Object.fromEntries(found);
}
