import { EnquiryForm } from "../../features/enquiries/enquiry-form.tsx";
import { useCompany } from "../layout/use-company.ts";

export default function DemoDialogContent({ onDone }: { onDone: () => void }) {
	const company = useCompany();
	return (
		<>
			<p className="mt-3 mb-6">Half an hour by video, free of charge. Tell us what you would like to see, and we answer with a time.</p>
			<EnquiryForm contact={company} onSent={onDone} />
		</>
	);
}
