type NumberedStepsProps = {
	steps: { title: string; description: string }[];
	onInk?: boolean;
	/** Layout classes. */
	className: string;
};

/** Steps one below the other, each with its number. */
export function NumberedSteps({ steps, onInk = false, className }: NumberedStepsProps) {
	return (
		<ol className={className}>
			{steps.map((step, index) => (
				<li
					key={index}
					className={`grid grid-cols-[auto_1fr] gap-x-6 border-t py-8 first:border-t-0 first:pt-0 last:pb-0 md:gap-x-10 ${onInk ? "border-body" : "border-hairline"}`}
				>
					<span
						aria-hidden="true"
						className={`tabular font-heading text-36 font-bold ${onInk ? "text-accent-on-dark" : "text-accent-text"}`}
					>
						{index + 1}
					</span>
					<div>
						<h3 className={`text-28 ${onInk ? "text-paper" : ""}`}>{step.title}</h3>
						<p className="mt-3">{step.description}</p>
					</div>
				</li>
			))}
		</ol>
	);
}
