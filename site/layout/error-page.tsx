import { Button, ButtonLink } from "../../ui/button.tsx";

/** The page for an unknown address and for a failure: public-site specification, section 2, "Error page". */
export function ErrorPage({ status = 500 }: { status?: number }) {
	return (
		<section className="container-page section-space">
			<p className="font-heading text-hero font-bold text-orange-text">500</p>
			<h1 className="mt-2 text-title">Oops! Something went wrong</h1>
			<p className="mt-6 max-w-[52ch]">
				We apologize for the inconvenience. Our team has been notified and is working to fix the issue.
			</p>
			{status === 404 && <p className="mt-4 text-16 text-muted">There is no page at this address. It may have moved, or the link may be incomplete.</p>}
			<div className="mt-8 flex flex-wrap gap-4">
				<Button look="secondary" onClick={() => window.history.back()}>Go Back</Button>
				<ButtonLink to="/">Back to Home</ButtonLink>
			</div>
		</section>
	);
}
