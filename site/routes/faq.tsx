import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { describeFaq } from "../../features/publishing/structured-data.server.ts";
import { Accordion } from "../../ui/accordion.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { PageHeading } from "../sections/page-heading.tsx";
import type { Route } from "./+types/faq.ts";

export function loader({ context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { copy, faq } = content;
	return { head: headOf(content, "/faq", { structuredData: [describeFaq(faq)] }), copy: copy.faq, items: faq };
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function FaqPage({ loaderData }: Route.ComponentProps) {
	const { copy, items } = loaderData;
	return (
		<div className="container-page grid gap-y-10 py-12 lg:grid-cols-12 lg:grid-rows-[auto_1fr] lg:gap-x-6 lg:gap-y-12 lg:py-24">
			<PageHeading title={copy.title} introduction={copy.introduction} className="lg:col-span-4" />
			<div className="lg:col-span-7 lg:col-start-6 lg:row-span-2">
				<Accordion
					group="faq"
					openFirst
					items={items.map(({ question, answer }, index) => ({
						id: `question-${index + 1}`,
						title: question,
						content: <p>{answer}</p>,
					}))}
				/>
			</div>
			<section
				aria-labelledby="closing-title"
				className="self-start rounded-20 bg-sand p-6 md:p-8 lg:sticky lg:top-28 lg:col-span-4"
			>
				<h2 id="closing-title" className="text-28">
					{copy.closing.title}
				</h2>
				<p className="mt-3 text-16">{copy.closing.introduction}</p>
				<ButtonLink to="/contactUs" className="mt-6">
					Let's Talk
				</ButtonLink>
			</section>
		</div>
	);
}
