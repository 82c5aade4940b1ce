import { Plus } from "lucide-react";
import type { ReactNode } from "react";

type AccordionProps = {
	items: { id: string; title: string; content: ReactNode }[];
	/** Items that share a group close each other; without one each opens and closes by itself. */
	group?: string;
	openFirst?: boolean;
};

/** Details elements: they open without scripts, are found by the browser's own page search, and a name makes them exclusive. */
export function Accordion({ items, group, openFirst = false }: AccordionProps) {
	return (
		<div className="border-t border-hairline">
			{items.map(({ id, title, content }, index) => (
				<details key={id} id={id} name={group} open={openFirst && index === 0} className="group border-b border-hairline">
					<summary className="flex items-start justify-between gap-6 rounded-6 py-6 text-ink hover:text-orange-text">
						<h2 className="font-heading text-22 tracking-normal text-inherit">{title}</h2>
						<Plus aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-orange-ui transition-transform duration-200 group-open:rotate-45" />
					</summary>
					<div className="max-w-[65ch] pb-8">{content}</div>
				</details>
			))}
		</div>
	);
}
