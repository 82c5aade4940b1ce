import { EnquiryForm } from "../../features/enquiries/enquiry-form.tsx";
import { useCompany } from "../layout/use-company.ts";

/** The enquiry panel of the blog. */
export function BlogCallToAction({ title, introduction }: { title: string; introduction: string }) {
	return (
		<section
			aria-labelledby="call-to-action-title"
			className="grid gap-10 rounded-20 border border-hairline bg-white p-6 md:p-10 lg:grid-cols-12 lg:gap-6"
		>
			<div className="lg:col-span-4">
				<h2 id="call-to-action-title" className="text-36">
					{title}
				</h2>
				<p className="mt-4 max-w-[48ch]">{introduction}</p>
			</div>
			<div className="lg:col-span-7 lg:col-start-6">
				<EnquiryForm contact={useCompany()} />
			</div>
		</section>
	);
}
