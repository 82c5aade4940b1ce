import { ButtonLink } from "../../ui/button.tsx";

/** The closing banner: docs/product/site.md, Service pages. */
export function ServiceClosing({ name, formPath }: { name: string; formPath: string }) {
	return (
		<section className="bg-sand section-space print:hidden">
			<div className="container-page flex flex-wrap items-center justify-between gap-8">
				<h2 className="max-w-[20ch] text-title">Ready to transform your {name} strategy?</h2>
				<ButtonLink to={formPath} className="min-h-14 px-8 text-18">
					Get Started Today
				</ButtonLink>
			</div>
		</section>
	);
}
