import type { ReactNode } from "react";
import { goToField } from "../../ui/go-to-field.ts";

/**
 * A link to an element of the same page. With scripts it moves the focus itself: the router treats a new fragment as a navigation and
 * forgets the response to a refused form.
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
