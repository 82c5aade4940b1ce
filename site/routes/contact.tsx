import { Clock, Mail, MapPin, Phone } from "lucide-react";
import { Fragment } from "react";
import { data } from "react-router";
import { acceptPostedForm } from "../../features/enquiries/accept-posted-form.server.ts";
import { submitEnquiryContext } from "../../features/enquiries/context.server.ts";
import { EnquiryForm } from "../../features/enquiries/enquiry-form.tsx";
import { respondToPostedEnquiry } from "../../features/enquiries/respond-to-posted-enquiry.server.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { InlinePicture } from "../../features/publishing/inline-picture.tsx";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import { formFilesContext, formRefusedContext } from "../../platform/pages/live-page-context.server.ts";
import { writeBusinessHours } from "../../shared/business-hours.ts";
import { findEnquiryForm, generalForm } from "../../shared/enquiry-form.ts";
import { writeAddress } from "../../shared/office-address.ts";
import { useNotices } from "../layout/use-notices.ts";
import { loadReplyTimes } from "../load-reply-times.server.ts";
import type { Route } from "./+types/contact.ts";

/** The enquiry form, also that of a service with questions of its own. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { company, copy } = content;
	const form = findEnquiryForm(company, params.service);
	const service = params.service === generalForm && form?.service === "" ? undefined : params.service;
	if (service !== undefined && form?.service !== service) throw data(null, { status: 404 });
	const { hero, form: heading, offices, next } = copy.contact;
	return {
		head: headOf(content, "/contactUs", {
			refused: context.get(formRefusedContext),
			...(params.service !== undefined && { indexed: false }),
		}),
		copy: {
			hero,
			form: {
				title: service === undefined ? heading.title : `${heading.title}: ${form?.title}`,
				introduction: heading.introduction,
			},
			offices,
			next,
			picture: resolvePicture(content, hero.image),
		},
		...(service !== undefined && { service: { slug: service, questions: form?.questions ?? [] } }),
		company: {
			email: company.email,
			phone: company.phone,
			hours: company.hours.text,
			replyWithinBusinessHours: company.replyWithinBusinessHours,
			offices: company.offices.map((office) => ({
				id: office.id,
				city: office.city,
				address: writeAddress(office, company),
				headquarters: office.headquarters,
			})),
			locale: company.locale,
			...(form && { questions: form.questions }),
		},
		...(await loadReplyTimes(context, "enquiries")),
	};
}

/** A form sent without scripts: the same rules and the same store as POST /contactus/submit. */
export async function action({ request, params, context }: Route.ActionArgs) {
	const { company } = context.get(contentContext);
	const outcome = await acceptPostedForm(await request.formData(), context.get(submitEnquiryContext), {
		company,
		service: params.service,
		upload: context.get(formFilesContext),
	});
	return respondToPostedEnquiry(outcome, context);
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
	const { copy, company, service, replyTimes } = loaderData;
	const notices = useNotices();
	return (
		<>
			<section className="container-page grid items-center gap-10 py-12 lg:grid-cols-12 lg:py-16">
				<div className="lg:col-span-7">
					<p className="text-16 font-semibold text-accent-text">{copy.hero.eyebrow}</p>
					<h1 className="mt-3 text-title">{copy.hero.title}</h1>
					<p className="mt-5 max-w-[52ch]">{copy.hero.introduction}</p>
				</div>
				<InlinePicture picture={copy.picture} className="mx-auto h-auto w-full max-w-sm lg:col-span-5" />
			</section>

			<section className="border-y border-hairline bg-white section-space">
				<div className="container-page grid gap-12 lg:grid-cols-12">
					<div className="lg:col-span-7">
						<h2 className="text-36">{copy.form.title}</h2>
						<p className="mt-3 mb-8 max-w-[52ch]">{copy.form.introduction}</p>
						<EnquiryForm contact={company} service={service} notice={notices.enquiry} rejected={actionData} />
					</div>
					<aside aria-labelledby="details-title" className="lg:col-span-4 lg:col-start-9">
						<h2 id="details-title" className="text-28">
							Talk to us
						</h2>
						<ul className="mt-6 space-y-5 text-16">
							<Detail icon={Mail}>
								<a
									className="text-accent-text underline underline-offset-4 hover:text-ink"
									href={`mailto:${company.email}`}
								>
									{company.email}
								</a>
							</Detail>
							<Detail icon={Phone}>
								<a
									className="tabular text-accent-text underline underline-offset-4 hover:text-ink"
									href={`tel:${company.phone.e164}`}
								>
									{company.phone.display}
								</a>
							</Detail>
							<Detail icon={Clock}>
								{company.hours}. We reply typically within {writeBusinessHours(company.replyWithinBusinessHours)}.
								{replyTimes !== undefined && <span className="mt-3 block">{replyTimes}</span>}
							</Detail>
						</ul>
						<h2 className="mt-12 text-28">{copy.next.title}</h2>
						<ol className="mt-6 space-y-6">
							{copy.next.steps.map(({ title, description }, index) => (
								<li key={title} className="flex gap-4">
									<span
										aria-hidden="true"
										className="tabular grid size-8 shrink-0 place-items-center rounded-full border border-accent-ui text-14 font-semibold text-accent-text"
									>
										{index + 1}
									</span>
									<div>
										<h3 className="font-sans text-16 font-semibold">{title}</h3>
										<p className="text-16">{description}</p>
									</div>
								</li>
							))}
						</ol>
					</aside>
				</div>
			</section>

			<section className="container-page section-space">
				<h2 className="text-36">{copy.offices.title}</h2>
				<p className="mt-3 max-w-[52ch]">{copy.offices.introduction}</p>
				<ul className="mt-10 grid gap-6 md:grid-cols-[repeat(auto-fit,minmax(13rem,1fr))]">
					{company.offices.map((office) => (
						<li key={office.id} id={office.id} className="rounded-20 border border-hairline bg-white p-6">
							<MapPin aria-hidden="true" className="size-6 text-accent-ui" />
							<h3 className="mt-4 text-22">{office.city}</h3>
							<address className="mt-2 text-16 not-italic">
								{office.address.map((line, index) => (
									<Fragment key={line}>
										{index > 0 && <br />}
										{line}
									</Fragment>
								))}
							</address>
							{office.headquarters && <p className="mt-3 text-14 text-muted">Head office</p>}
						</li>
					))}
				</ul>
			</section>
		</>
	);
}

function Detail({ icon: Icon, children }: { icon: typeof Mail; children: React.ReactNode }) {
	return (
		<li className="flex gap-4">
			<Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent-ui" />
			<span>{children}</span>
		</li>
	);
}
