import type { ReactNode } from "react";

type NotFoundProps = { title: string; explanation: string; /** Buttons that lead on. */ children: ReactNode };

/** Replaces a service, a project or a post that does not exist, on a page with status 404. */
export function NotFound({ title, explanation, children }: NotFoundProps) {
	return (
		<section className="container-page section-space">
			<h1 className="text-title">{title}</h1>
			<p className="mt-6 max-w-[52ch]">{explanation}</p>
			<div className="mt-8 flex flex-wrap gap-4">{children}</div>
		</section>
	);
}
