import type { ReactNode } from "react";
import { Form } from "react-router";

/** A new secret, until it has been copied. The form of its path gets `do` with `hide-secret` then. */
export function NewSecret({
	title,
	secret,
	path,
	children,
}: {
	title: string;
	secret: ReactNode;
	path: string;
	/** The purpose of the secret. */
	children: ReactNode;
}) {
	return (
		<section aria-labelledby="secret" className="panel" role="status">
			<h2 id="secret">{title}</h2>
			<p>
				<code>{secret}</code>
			</p>
			<p>Copy it now: it is hidden after five minutes, and never shown again. {children}</p>
			<Form method="post" action={path}>
				<button name="do" value="hide-secret" className="button-main">
					I have copied it
				</button>
			</Form>
		</section>
	);
}
