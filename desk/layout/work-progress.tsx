import { useEffect, useState, type ReactNode } from "react";
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
	const [failures, setFailures] = useState(0);
	useEffect(() => {
		// Asking again would abort the request that is under way, and a slow request would never be answered.
		if (!isRunning || state !== "idle") return;
		const timer = setTimeout(async () => {
			// While a server restarts, asking for data would put an error in the place of the page.
			const isThere = await fetch(window.location.href, { method: "HEAD" }).then(
				({ ok }) => ok,
				() => false,
			);
			if (isThere) await revalidate();
			else setFailures(failures + 1);
		}, askAgainMs);
		return () => clearTimeout(timer);
	}, [isRunning, state, revalidate, failures]);
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
