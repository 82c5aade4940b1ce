import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { formatDate } from "../../shared/format-date.ts";
import { Accordion } from "../../ui/accordion.tsx";
import { useCompany } from "../layout/use-company.ts";
import { PageHeading } from "../sections/page-heading.tsx";
import { Prose } from "../sections/prose.tsx";
import type { Route } from "./+types/terms.ts";

export function loader({ context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	return { head: headOf(content, "/terms-condition"), terms: content.terms };
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function TermsPage({ loaderData }: Route.ComponentProps) {
	const { updated, introduction, sections } = loaderData.terms;
	const { email } = useCompany();
	return (
		<>
			<PageHeading title="Terms & Conditions" introduction={introduction} className="container-page py-12 lg:py-20" />
			<div className="border-t border-hairline bg-white">
				<div className="container-page grid gap-10 py-12 lg:grid-cols-12 lg:py-20">
					<div className="lg:col-span-8">
						<Accordion
							numbered
							items={sections.map(({ id, title, html }) => ({
								id,
								title,
								content: <Prose html={html} className="text-16" />,
							}))}
						/>
					</div>
					<aside className="self-start border-t-2 border-accent-ui pt-5 text-16 lg:sticky lg:top-28 lg:col-span-3 lg:col-start-10">
						<p>
							Last updated on{" "}
							<time dateTime={updated} className="font-semibold text-ink">
								{formatDate(updated)}
							</time>
							.
						</p>
						<p className="mt-4">
							Is a clause unclear? Ask before you sign:{" "}
							<a href={`mailto:${email}`} className="text-accent-text underline underline-offset-4 hover:text-ink">
								{email}
							</a>
							.
						</p>
					</aside>
				</div>
			</div>
		</>
	);
}
