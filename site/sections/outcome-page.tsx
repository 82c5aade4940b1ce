import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/button.tsx";

type OutcomePageProps = {
	title: string;
	/** The text of the button. */
	children: ReactNode;
	text: string;
	/** Where the button leads. */
	to: string;
};

/** A page that only says what came of a form or a private link, with one button that leads on. */
export function OutcomePage({ title, text, to, children }: OutcomePageProps) {
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
