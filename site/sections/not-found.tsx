import type { ReactNode } from "react";

type NotFoundProps = { title: string; explanation: string; /** The ways out, as buttons. */ children: ReactNode };

/** What stands in place of a service, a project or a post that does not exist; its page answers with status 404. */
export function NotFound({ title, explanation, children }: NotFoundProps) {
	return (
		<section className="container-page section-space">
			<h1 className="text-title">{title}</h1>
			<p className="mt-6 max-w-[52ch]">{explanation}</p>
			<div className="mt-8 flex flex-wrap gap-4">{children}</div>
		</section>
	);
}
