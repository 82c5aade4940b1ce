import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { FirstStep } from "./list-first-steps.ts";

/** The way through the first steps: where one is, what is done, and the step after. */
export function StepGuide({
	steps,
	current,
	children,
}: {
	steps: readonly FirstStep[];
	current: string;
	children?: ReactNode;
}) {
	const index = steps.findIndex(({ key }) => key === current);
	const step = steps[index];
	const next = steps[index + 1];
	return (
		<div className="step-guide">
			<nav aria-label="First steps">
				<ol>
					{steps.map(({ key, title, path, isDone }, at) => (
						<li key={key}>
							<Link to={path} aria-current={key === current ? "step" : undefined} data-done={isDone || undefined}>
								<span className="step-number" aria-hidden="true">
									{isDone ? <Check size={14} /> : at + 1}
								</span>
								<span className="step-title">{title}</span>
								{isDone && <span className="sr-only"> (done)</span>}
							</Link>
						</li>
					))}
				</ol>
			</nav>
			<div className="step-task">
				<p>{step?.text}</p>
				{children}
				{next && (
					<Link className="button" to={next.path}>
						{step?.isDone ? "Next" : "Skip to"}: {next.title}
					</Link>
				)}
			</div>
		</div>
	);
}
