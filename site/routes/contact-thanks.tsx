import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { writeBusinessHours } from "../../shared/business-hours.ts";
import { OutcomePage } from "../sections/outcome-page.tsx";
import type { Route } from "./+types/contact-thanks.ts";

export function loader({ context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const contact = content.pages["/contactUs"];
	return {
		head: headOf(content, "/contactUs/thank-you", {
			indexed: false,
			...(contact && { meta: { ...contact, title: "Thank You!" } }),
		}),
		replyWithinBusinessHours: content.company.replyWithinBusinessHours,
	};
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

/** The page after a form sent without scripts, with the text of the 'Thank You!' dialog. */
export default function ContactThanksPage({ loaderData }: Route.ComponentProps) {
	return (
		<OutcomePage
			title="Thank You!"
			text={`Your message has reached us. We typically reply within ${writeBusinessHours(loaderData.replyWithinBusinessHours)}, and a confirmation is on its way to your inbox.`}
			to="/"
		>
			Back to Home
		</OutcomePage>
	);
}
