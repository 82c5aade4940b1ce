import { data, redirect } from "react-router";
import { openEnquiryOf } from "../calls/open-enquiry.server.ts";
import { readForm } from "../read-form.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/call-enquiry.ts";

/** Creates an enquiry from a call. */
export async function action({ request, context, params }: Route.ActionArgs) {
	const { signedIn, deskRequest, now, notingNew } = beginWork(context);
	const call = params.reference.toUpperCase();
	const day = (await readForm(request)).get("day") ?? "";
	const opened = await openEnquiryOf(
		call,
		{ by: signedIn.account.id, followUpOn: readDay(day) },
		{ database: notingNew("booking.enquiry"), now },
	);
	if (!opened) throw data(null, { status: 404 });
	deskRequest.notices.leave(
		opened.isNew ? "Follow-up enquiry created and assigned to you." : "This call already has a follow-up enquiry.",
	);
	throw redirect(`/enquiries/${encodeURIComponent(opened.reference)}`, 303);
}

function readDay(text: string): Temporal.PlainDate | undefined {
	try {
		return /^\d{4}-\d{2}-\d{2}$/.test(text) ? Temporal.PlainDate.from(text, { overflow: "reject" }) : undefined;
	} catch {
		return undefined;
	}
}
