import { useEffect, useRef, useState, type FormEvent } from "react";
import { createKeyPerBody } from "../../../shared/idempotency-key.ts";
import type { Notice } from "../../../shared/notices.ts";
import { postJson } from "../../../shared/post-json.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { FormNotice } from "../../../ui/form-notice.tsx";
import { useReturn } from "../../../ui/use-return.ts";
import type { JobSearch } from "../jobs/job.ts";
import { alertLabel, alertWords } from "./offer.ts";

const notSetUp = "The alert could not be set up. Please try again.";

/** The result for one search; `field` is the one in error, if any. */
type Outcome = { of: string } & (
	| { kind: "sending" | "sent" }
	| { kind: "failed"; message: string; field?: string | undefined }
);

/** The checkbox for job alerts: docs/product/careers.md, Job alerts. Ticking it shows an address field; an email then asks for consent. */
export function JobAlertForm({
	search,
	notice,
}: {
	search: JobSearch;
	/** The notice about personal data; undefined without one. */
	notice: Notice | undefined;
}) {
	const [wanted, setWanted] = useState(false);
	const [latest, setLatest] = useState<Outcome>();
	const [keyOf] = useState(createKeyPerBody);
	useReturn(() => setLatest((current) => (current?.kind === "sending" ? undefined : current)));
	const field = useRef<HTMLInputElement>(null);
	const thanks = useRef<HTMLParagraphElement>(null);
	const of = JSON.stringify(search);
	// Each search may have its own alert.
	const outcome = latest?.of === of ? latest : undefined;
	const fieldErrors =
		outcome?.kind === "failed" && outcome.field === "email" ? [{ field: "email", message: outcome.message }] : [];

	useEffect(() => {
		if (latest?.kind === "sent") thanks.current?.focus();
		if (latest?.kind === "failed" && latest.field === "email") field.current?.focus();
	}, [latest]);

	async function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (outcome?.kind === "sending") return;
		const email = new FormData(event.currentTarget).get("email");
		const body = JSON.stringify({ email, ...search, ...(notice && { notice: notice.version }) });
		setLatest({ of, kind: "sending" });
		const { ok, message, errors } = await postJson("/api/job-alerts", body, keyOf(body));
		if (ok) return setLatest({ of, kind: "sent" });
		const [error] = errors;
		setLatest({ of, kind: "failed", message: error?.message ?? message ?? notSetUp, field: error?.field });
	}

	return (
		<div className="text-16">
			<label className="flex min-h-11 items-center gap-3 font-semibold text-ink">
				<input
					type="checkbox"
					checked={wanted}
					onChange={(event) => setWanted(event.target.checked)}
					className="size-5 accent-ink"
				/>
				{alertLabel}
			</label>
			<p>{alertWords}</p>
			{wanted && outcome?.kind === "sent" && (
				<p ref={thanks} tabIndex={-1} className="mt-4 font-semibold text-success">
					Check your inbox: alerts start once you confirm with the link we sent you.
				</p>
			)}
			{wanted && outcome?.kind !== "sent" && (
				<form noValidate onSubmit={submit} className="mt-4 space-y-4">
					<TextField
						ref={field}
						id="alert-email"
						name="email"
						type="email"
						label="E-mail"
						required
						autoComplete="email"
						errors={fieldErrors}
					/>
					{outcome?.kind === "failed" && fieldErrors.length === 0 && (
						<p role="alert" className="font-semibold text-error">
							{outcome.message}
						</p>
					)}
					<FormNotice notice={notice} />
					<Button type="submit" look="secondary" aria-disabled={outcome?.kind === "sending"}>
						{outcome?.kind === "sending" ? "Sending…" : "Send me alerts"}
					</Button>
				</form>
			)}
		</div>
	);
}
