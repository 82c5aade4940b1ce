import { Button, ButtonLink } from "../../ui/button.tsx";
import { Picture, type PictureData } from "../../ui/picture.tsx";
import { SiteSearchForm } from "../sections/site-search-form.tsx";

type ErrorPageProps = {
	status?: number;
	/** Absent when a failure may have lost the page's data. */
	picture?: PictureData;
	/** The refusal of the request. It replaces the general words, because nobody was notified and nothing needs fixing. */
	refusal?: { message: string; backTo?: string | undefined };
};

/** The page for an unknown address or a failure: docs/product/site.md, Error page. */
export function ErrorPage({ status = 500, picture, refusal }: ErrorPageProps) {
	return (
		<section className="container-page grid items-center gap-10 py-12 lg:grid-cols-12 lg:gap-6 lg:py-24">
			<div className="lg:col-span-6">
				<p className="tabular font-heading text-hero font-bold text-accent-text">{refusal ? status : 500}</p>
				<h1 className="mt-2 text-title">Oops! Something went wrong</h1>
				<p className="mt-6 max-w-[52ch]">
					{refusal?.message ??
						"We apologize for the inconvenience. Our team has been notified and is working to fix the issue."}
				</p>
				{status === 404 && (
					<p className="mt-4 text-16 text-muted">
						There is no page at this address. It may have moved, or the link may be incomplete.
					</p>
				)}
				{refusal?.backTo && (
					<p className="mt-4 text-16 text-muted">
						What you typed may still be there when you go back with your browser.
					</p>
				)}
				<div className="mt-8 flex flex-wrap gap-4">
					{!refusal && (
						<Button look="secondary" onClick={() => window.history.back()} className="noscript:hidden">
							Go Back
						</Button>
					)}
					{refusal?.backTo && (
						<ButtonLink look="secondary" to={refusal.backTo}>
							Back to the form
						</ButtonLink>
					)}
					<ButtonLink to="/">Back to Home</ButtonLink>
				</div>
				{status === 404 && !refusal && (
					<div className="mt-8">
						<SiteSearchForm />
					</div>
				)}
			</div>
			{picture && <Picture picture={picture} lazy={false} className="h-auto w-full lg:col-span-6" />}
		</section>
	);
}
