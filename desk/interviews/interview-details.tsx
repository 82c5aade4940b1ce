import { Form, Link } from "react-router";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { RecordFields } from "../records/record-fields.tsx";
import { useLive } from "../work/use-live.ts";
import { InterviewForms } from "./interview-forms.tsx";
import { interviewOutcomes } from "./interview-outcomes.ts";
import type { ReadInterview } from "./interview-page.server.ts";

type InterviewDetailsProps = {
	interview: ReadInterview;
	/** Where the forms are sent. */
	action: string;
	/** Headings below that of the page or the drawer. */
	heading: "h2" | "h3";
	/** The refused form. */
	refused: { asked: string; message: string; errors: FieldError[] } | undefined;
};

/** An interview and its changes, on its page or beside the calendar. */
export function InterviewDetails({ interview, action, heading: Heading, refused }: InterviewDetailsProps) {
	const { reference, application, fixed, canSayOutcome } = interview;
	useLive((key) => key === `record:${application}` || key === "record:*");
	return (
		<>
			<ErrorSummary errors={refused?.errors ?? []} />
			{interview.canUndoOffer && (
				<Form method="post" action={action} className="inline-form">
					<span>The offer has not been sent yet.</span>
					<button name="do" value="undo-offer">
						Undo offer
					</button>
				</Form>
			)}
			{interview.note !== undefined && <p className="remark">{interview.note}</p>}
			{interview.canOfferAgain && (
				<p>
					<Link className="button" to={`/applications/${application}/interview?again=${reference}`}>
						Offer new days
					</Link>
				</p>
			)}
			<RecordFields fields={interview.fields} reference={reference} />
			{canSayOutcome && (
				<section aria-labelledby="outcome">
					<Heading id="outcome">Outcome</Heading>
					<div className="inline-form">
						{interviewOutcomes.map(({ key, label }) => (
							<Form key={key} method="post" action={action}>
								<input type="hidden" name="value" value={interview.outcome === key ? "" : key} />
								<button name="do" value="outcome" aria-pressed={interview.outcome === key}>
									{label}
								</button>
							</Form>
						))}
					</div>
					<p className="hint">
						Press again to clear. Add scores on <Link to={`/applications/${application}`}>the application</Link>.
					</p>
				</section>
			)}
			{fixed !== undefined && !canSayOutcome && <p className="empty">{fixed} It can no longer be changed.</p>}
			{fixed === undefined && (
				<InterviewForms
					interview={interview}
					action={action}
					heading={Heading}
					messageOf={(asked) => (refused?.asked === asked ? refused.message : "")}
					errors={refused?.errors ?? []}
				/>
			)}
		</>
	);
}
