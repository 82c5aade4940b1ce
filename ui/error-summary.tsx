import { useEffect, useRef } from "react";

type ErrorSummaryProps = {
	title?: string;
	/** `id` is the id of the control that the summary links to. `open` reveals a control that is not on the page yet. */
	errors: { id: string; message: string; open?: () => void }[];
	/**
	 * Number of attempts to continue, 0 before the first. Each failed one moves the focus here; a form that the server
	 * refused counts as one.
	 */
	attempt?: number;
};

/**
 * All errors of a form, above it, each a link to its field. Renders nothing without errors. It takes the focus after a
 * failed attempt to continue, also without scripts (GOV.UK error summary), but not when an error appears while the form
 * is being filled in (WCAG 3.2.2).
 */
export function ErrorSummary({ title = "There is a problem", errors, attempt = 1 }: ErrorSummaryProps) {
	const element = useRef<HTMLDivElement>(null);

	useEffect(() => {
		if (attempt > 0) element.current?.focus();
	}, [attempt]);

	if (errors.length === 0) return null;
	return (
		<div
			ref={element}
			role="alert"
			tabIndex={-1}
			// oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripts the refused form opens at the page's top
			autoFocus={attempt > 0}
			className="rounded-12 border-2 border-error bg-white p-6"
		>
			<h2 className="text-22 tracking-normal">{title}</h2>
			<ul className="mt-3 space-y-1">
				{errors.map(({ id, message, open }) => (
					<li key={id}>
						<a
							href={`#${id}`}
							onClick={(event) => {
								event.preventDefault();
								if (open) open();
								else document.getElementById(id)?.focus();
							}}
							className="text-16 font-semibold text-error underline underline-offset-4 hover:text-ink"
						>
							{message}
						</a>
					</li>
				))}
			</ul>
		</div>
	);
}
