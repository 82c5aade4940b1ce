import { Check } from "lucide-react";
import type { FormStep } from "./rules.ts";
import { steps } from "./steps.ts";

/** Shows done, current and open steps; a step that was passed with errors stays open. */
export function Progress({ current, isComplete }: { current: number; isComplete: (step: FormStep) => boolean }) {
	return (
		<ol aria-label="Progress of your application" className="grid gap-3 md:grid-cols-4">
			{steps.map(({ id, title, duration }, index) => {
				const state =
					index === current
						? "current"
						: index < current && id !== "reviewAndSubmit" && isComplete(id)
							? "completed"
							: "upcoming";
				return (
					<li
						key={id}
						aria-current={state === "current" ? "step" : undefined}
						className={`flex gap-3 border-t-4 pt-3 ${state === "upcoming" ? "border-hairline text-muted" : state === "current" ? "border-accent-ui text-ink" : "border-ink text-ink"}`}
					>
						<span
							aria-hidden="true"
							className={`tabular grid size-7 shrink-0 place-items-center rounded-full border text-14 font-semibold ${state === "completed" ? "border-ink bg-ink text-paper" : "border-current"}`}
						>
							{state === "completed" ? <Check className="size-4" /> : index + 1}
						</span>
						<div className="text-16">
							<p className="font-semibold">
								{title}
								<span className="sr-only">, {state}</span>
							</p>
							{duration && <p className="text-14">{duration}</p>}
						</div>
					</li>
				);
			})}
		</ol>
	);
}
