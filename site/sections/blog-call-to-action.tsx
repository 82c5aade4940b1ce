import { EnquiryForm } from "../../features/enquiries/enquiry-form.tsx";
import { useCompany } from "../layout/use-company.ts";
import { useNotices } from "../layout/use-notices.ts";
import { SideHeading } from "./side-heading.tsx";

/** The enquiry panel of the blog. */
export function BlogCallToAction({ title, introduction }: { title: string; introduction: string }) {
	return (
		<section
			aria-labelledby="call-to-action-title"
			className="grid gap-10 rounded-20 border border-hairline bg-white p-6 md:p-10 lg:grid-cols-12 lg:gap-6"
		>
			<SideHeading id="call-to-action-title" title={title} introduction={introduction} />
			<div className="lg:col-span-7 lg:col-start-6">
				<EnquiryForm contact={useCompany()} notice={useNotices().enquiry} />
			</div>
		</section>
	);
}
