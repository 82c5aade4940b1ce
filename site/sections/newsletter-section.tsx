import { Link } from "react-router";
import { newsletterOffer, type SubscriptionForm } from "../../features/newsletter/offer.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormNotice } from "../../ui/form-notice.tsx";
import { useNotices } from "../layout/use-notices.ts";

/** Asks for an address that new articles go to. It is a plain form, whose page answers it. */
export function NewsletterSection({ askedBy }: { askedBy: SubscriptionForm }) {
	const notices = useNotices();
	return (
		<section aria-labelledby="newsletter-title" className="rounded-20 bg-sand p-6 md:p-10">
			<h2 id="newsletter-title" className="text-28">
				New articles by e-mail
			</h2>
			<p className="mt-3 max-w-[52ch]">
				{newsletterOffer}{" "}
				<Link to="/newsletter" className="text-accent-text underline">
					Choose topics
				</Link>
			</p>
			<form method="post" action="/newsletter" className="mt-6 max-w-xl space-y-4">
				<input type="hidden" name="askedBy" value={askedBy} />
				<TextField id="newsletter-email" name="email" type="email" label="E-mail" required autoComplete="email" />
				<FormNotice notice={notices.newsletter} />
				<Button type="submit">Subscribe</Button>
			</form>
		</section>
	);
}
