import { Plus } from "lucide-react";
import type { ReactNode } from "react";

type AccordionProps = {
	items: { id: string; title: string; content: ReactNode }[];
	/** Opening an item closes the others of its group; without a group, items are independent. */
	group?: string;
	openFirst?: boolean;
	/** Numbers the items from 1, before their titles. */
	numbered?: boolean;
	/** The level of the titles' headings. */
	level?: 2 | 3;
};

/**
 * Details elements: they open without scripts, the browser's page search finds their text, and a shared name makes them
 * exclusive.
 */
export function Accordion({ items, group, openFirst = false, numbered = false, level = 2 }: AccordionProps) {
	const Heading = `h${level}` as const;
	return (
		<div className="border-t border-hairline">
			{items.map(({ id, title, content }, index) => (
				<details
					key={id}
					id={id}
					name={group}
					open={openFirst && index === 0}
					className="group border-b border-hairline"
				>
					<summary className="flex items-start gap-4 rounded-6 py-6 text-ink hover:text-accent-text md:gap-6">
						{numbered && (
							<span aria-hidden="true" className="tabular w-4 shrink-0 pt-0.5 text-16 text-muted">
								{index + 1}
							</span>
						)}
						<Heading className="font-heading text-22 tracking-normal text-inherit">{title}</Heading>
						<Plus
							aria-hidden="true"
							className="mt-0.5 ml-auto size-6 shrink-0 text-accent-ui transition-transform duration-200 group-open:rotate-45"
						/>
					</summary>
					<div className={`max-w-[65ch] pb-8 ${numbered ? "pl-8 md:pl-10" : ""}`}>{content}</div>
				</details>
			))}
		</div>
	);
}
