import { EnquiryForm } from "../../features/enquiries/enquiry-form.tsx";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { useCompany } from "../layout/use-company.ts";
import { useNotices } from "../layout/use-notices.ts";
import { BackLink } from "../sections/back-link.tsx";
import { PageHeading } from "../sections/page-heading.tsx";
import { SideHeading } from "../sections/side-heading.tsx";
import { viewTestimonial } from "../sections/testimonial-view.server.ts";
import { TestimonialsGrid } from "../sections/testimonials-grid.tsx";
import type { Route } from "./+types/testimonials.ts";

export function loader({ context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { copy, testimonials } = content;
	return {
		head: headOf(content, "/alltestimonial"),
		copy: copy.testimonials,
		testimonials: testimonials.map((testimonial) => viewTestimonial(content, testimonial)),
	};
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function TestimonialsPage({ loaderData }: Route.ComponentProps) {
	const { copy, testimonials } = loaderData;
	return (
		<>
			<section className="container-page pt-6 pb-16 lg:pt-10 lg:pb-28">
				<BackLink to="/">Back</BackLink>
				<PageHeading {...copy.hero} className="mt-6 lg:mt-10" />
				<TestimonialsGrid testimonials={testimonials} />
			</section>
			<section aria-labelledby="form-title" className="border-t border-hairline bg-white section-space">
				<div className="container-page grid gap-10 lg:grid-cols-12">
					<SideHeading id="form-title" {...copy.form} />
					<div className="lg:col-span-7 lg:col-start-6">
						<EnquiryForm contact={useCompany()} notice={useNotices().enquiry} submitLabel="Send your message" />
					</div>
				</div>
			</section>
		</>
	);
}
