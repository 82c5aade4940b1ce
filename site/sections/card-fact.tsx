import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** One line of a card on a private page: a label, and its value beneath. */
export function CardFact({ icon: Icon, label, children }: { icon: LucideIcon; label: string; children: ReactNode }) {
	return (
		<div className="relative pl-9">
			<dt className="text-14 text-muted">
				<Icon aria-hidden="true" className="absolute top-1 left-0 size-5 text-accent-ui" />
				{label}
			</dt>
			<dd className="font-semibold text-ink">{children}</dd>
		</div>
	);
}
