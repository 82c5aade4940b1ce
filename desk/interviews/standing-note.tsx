import { Form, Link } from "react-router";

export type Standing = {
	/** Of upcoming interviews that are not called off. */
	references: string[];
	/** Such as "Interview on Monday, 23 November 2026 at 10:00 AM". */
	names: string[];
	/** Name of the stage, if it is final. */
	endedAs: string | undefined;
};

/** Says what the end of an application does to its upcoming interviews, before and afterwards. */
export function StandingNote({ reference, standing }: { reference: string; standing: Standing }) {
	const { references, names, endedAs } = standing;
	const what = names.join(", ");
	return (
		<Form method="post" action="/applications/answer" className="inline-form take-back">
			<input type="hidden" name="reference" value={reference} />
			<p>
				{endedAs === undefined
					? `Still scheduled: ${what}. Changing the stage does not cancel it; a reply that moves them to a final stage does.`
					: `Still scheduled although the application is “${endedAs}”: ${what}. Cancel it with a reply, or on its own.`}
			</p>
			<button>Reply</button>
			{endedAs !== undefined &&
				references.map((interview) => (
					<Link key={interview} className="button" to={`/interviews/${interview}#cancel`}>
						Cancel interview
					</Link>
				))}
		</Form>
	);
}
