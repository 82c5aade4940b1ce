import { Form, Link } from "react-router";

export type Standing = {
	/** Of the interviews that stand and are not called off. */
	references: string[];
	/** What stands, such as "Interview on Monday, 23 November 2026 at 10:00 AM". */
	names: string[];
	/** What the stage is called, where it ends the matter. */
	endedAs: string | undefined;
};

/** Says of an applicant's interviews that stand what the end of the application does to them, before and after. */
export function StandingNote({ reference, standing }: { reference: string; standing: Standing }) {
	const { references, names, endedAs } = standing;
	const what = names.join(", ");
	return (
		<Form method="post" action="/applications/answer" className="inline-form take-back">
			<input type="hidden" name="reference" value={reference} />
			<p>
				{endedAs === undefined
					? `Still stands: ${what}. A stage alone does not call it off; an answer that moves them to the last stages does.`
					: `Still stands, though the application is at “${endedAs}”: ${what}. Call it off with an answer, or cancel it alone.`}
			</p>
			<button>Answer them</button>
			{endedAs !== undefined &&
				references.map((interview) => (
					<Link key={interview} className="button" to={`/interviews/${interview}#cancel`}>
						Cancel the interview
					</Link>
				))}
		</Form>
	);
}
