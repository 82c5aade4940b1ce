import type { ReactNode } from "react";
import { goToField } from "../../ui/go-to-field.ts";

/**
 * A link to a place of the page that it stands on, by the id of an element there. With scripts it moves the focus by itself: the router
 * takes a change of the fragment for a visit, and forgets what a refused form was answered.
 */
export function FragmentLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
	return (
		<a
			className={className}
			href={`#${to}`}
			onClick={(event) => {
				if (goToField(to)) event.preventDefault();
			}}
		>
			{children}
		</a>
	);
}
