import { useState, type FormEvent } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import type { FieldError } from "../text-rules.ts";
import type { JobSearch } from "./search.ts";

const timeoutMs = 20_000;

/** The job alerts checkbox: DECISIONS.md, "Careers". Ticking it asks for an address; a mail then asks for consent. */
export function JobAlertForm({ search }: { search: JobSearch }) {
	const [wanted, setWanted] = useState(false);
	const [state, setState] = useState<{ kind: "idle" | "sending" | "sent" } | { kind: "failed"; message: string }>({ kind: "idle" });

	async function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const email = new FormData(event.currentTarget).get("email");
		setState({ kind: "sending" });
		try {
			const response = await fetch("/api/job-alerts", {
				method: "POST",
				headers: { "Content-Type": "application/json" },
				body: JSON.stringify({ email, ...search }),
				signal: AbortSignal.timeout(timeoutMs),
			});
			if (response.ok) return setState({ kind: "sent" });
			const problem: { message?: string; errors?: FieldError[] } = await response.json();
			setState({ kind: "failed", message: problem.errors?.[0]?.message ?? problem.message ?? "The alert could not be set up." });
		} catch {
			setState({ kind: "failed", message: "The alert could not be set up. Please try again." });
		}
	}

	return (
		<div className="text-16">
			<label className="flex min-h-11 items-center gap-3 font-semibold text-ink">
				<input type="checkbox" checked={wanted} onChange={(event) => setWanted(event.target.checked)} className="size-5 accent-ink" />
				Job alerts
			</label>
			<p>A mail when a new position matches this search.</p>
			{wanted && state.kind === "sent" && (
				<p role="status" className="mt-4 font-semibold text-success">Check your inbox: we start once you have followed the link in our mail.</p>
			)}
			{wanted && state.kind !== "sent" && (
				<form onSubmit={submit} className="mt-4 space-y-4">
					<TextField
						id="alert-email"
						name="email"
						type="email"
						label="E-mail"
						required
						autoComplete="email"
						error={state.kind === "failed" ? state.message : undefined}
					/>
					<Button type="submit" look="secondary" disabled={state.kind === "sending"}>Send me alerts</Button>
				</form>
			)}
		</div>
	);
}
