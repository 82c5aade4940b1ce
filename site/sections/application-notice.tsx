import { X } from "lucide-react";
import { Link } from "react-router";
import { focusMain } from "../layout/focus-main.ts";

/** Confirms that an application has arrived, until it is dismissed: docs/product/careers.md, Submitting. */
export function ApplicationNotice({ reference }: { reference: string }) {
	return (
		<div role="status" className="border-b border-success bg-white">
			<div className="container-page flex items-start justify-between gap-6 py-5">
				<p>
					<strong className="font-semibold text-success">Your application has reached us.</strong> Its reference is{" "}
					<strong className="tabular font-semibold text-ink">{reference}</strong>. We have mailed you a confirmation
					with a private link, where you can see what you sent or withdraw it.
				</p>
				<Link
					to="/career"
					aria-label="Dismiss"
					onClick={focusMain}
					className="grid size-11 shrink-0 place-items-center rounded-full border border-border text-ink hover:border-ink"
				>
					<X aria-hidden="true" className="size-5" />
				</Link>
			</div>
		</div>
	);
}
