import { ButtonLink } from "../../ui/button.tsx";

export function PostCallToAction({ text }: { text: string }) {
	return (
		<section aria-label="Write to us" className="on-ink bg-ink text-paper print:hidden">
			<div className="container-page grid items-center gap-8 py-12 lg:grid-cols-12 lg:py-20">
				<p className="font-heading text-22 font-bold text-balance md:text-28 lg:col-span-8">{text}</p>
				<div className="lg:col-span-3 lg:col-start-10 lg:justify-self-end">
					<ButtonLink to="/contactUs">Let's Talk</ButtonLink>
				</div>
			</div>
		</section>
	);
}
