import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/button.tsx";

type EndedLinkProps = {
	title: string;
	/** The text of the button. */
	children: ReactNode;
	text: string;
	/** Where the button leads. */
	to: string;
};

/** The page of a private link that leads nowhere any more: why, and where to go instead. */
export function EndedLink({ title, text, to, children }: EndedLinkProps) {
	return (
		<section className="container-page section-space">
			<h1 className="text-title">{title}</h1>
			<p className="mt-6 max-w-[52ch]">{text}</p>
			<ButtonLink to={to} className="mt-8">
				{children}
			</ButtonLink>
		</section>
	);
}
