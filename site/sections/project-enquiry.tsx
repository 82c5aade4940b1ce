import { EnquiryForm } from "../../features/enquiries/enquiry-form.tsx";
import { useCompany } from "../layout/use-company.ts";
import { useNotices } from "../layout/use-notices.ts";

/** The enquiry form at the end of a case study. */
export function ProjectEnquiry({ title, introduction }: { title: string; introduction: string }) {
	const company = useCompany();
	return (
		<section aria-labelledby="enquiry-title" className="bg-white section-space print:hidden">
			<div className="container-page grid gap-10 lg:grid-cols-12">
				<div className="lg:col-span-4">
					<h2 id="enquiry-title" className="text-36">
						{title}
					</h2>
					<p className="mt-3 max-w-[40ch]">{introduction}</p>
				</div>
				<div className="lg:col-span-7 lg:col-start-6">
					<EnquiryForm contact={company} notice={useNotices().enquiry} />
				</div>
			</div>
		</section>
	);
}
