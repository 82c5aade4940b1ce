import { useEffect, type ReactNode } from "react";
import { useRevalidator } from "react-router";

const askAgainMs = 1_000;
const reloadSeconds = 5;

type WorkProgressProps = {
	/** Accessible name. */
	label: string;
	/** Undefined while the whole is not known. */
	done?: number | undefined;
	total?: number | undefined;
	isRunning: boolean;
	children: ReactNode;
};

/** Shows work under way and reads the page again until it has ended, also after a restart of the server; without scripts by loading the page again. */
export function WorkProgress({ label, done, total, isRunning, children }: WorkProgressProps) {
	const { revalidate, state } = useRevalidator();
	useEffect(() => {
		// Asking again would abort the request that is under way, and a slow request would never be answered.
		if (!isRunning || state !== "idle") return;
		const timer = setTimeout(() => void revalidate(), askAgainMs);
		return () => clearTimeout(timer);
	}, [isRunning, state, revalidate]);
	if (!isRunning) return null;
	return (
		<div role="status" className="notice">
			<noscript>
				<meta httpEquiv="refresh" content={String(reloadSeconds)} />
			</noscript>
			<progress aria-label={label} max={total} value={done} /> <span className="number">{children}</span>
		</div>
	);
}
