import { Form } from "react-router";
import type { FieldError } from "../../shared/text-rules.ts";
import { TextArea } from "../../ui/field.tsx";
import { StateLabel, ValueText } from "../records/shown-value.tsx";
import type { ShownState, ShownValue } from "../records/values.ts";
import { countOf } from "../words.ts";
import { useIncidentForm } from "./form-context.ts";
import { limits } from "./incident-fields.tsx";
import { PartForm } from "./part-form.tsx";

export type ClockData = {
	state: "open" | "sent" | "not-needed";
	shown: ShownState;
	deadline: ShownValue;
	awareAt: ShownValue;
	reason: string;
	decidedAt: ShownValue | undefined;
};

/** The 72 hours, in words. */
export function ClockLine({ clock }: { clock: ClockData }) {
	return (
		<>
			<StateLabel state={clock.shown} />{" "}
			{clock.state === "open" && (
				<span>
					Notify the authority by <ValueText value={clock.deadline} />.
				</span>
			)}
		</>
	);
}

/** The notice to the data protection authority: its text, and whether it was sent. */
export function AuthoritySection({
	clock,
	text,
	isSaved,
	blanks,
	typed,
	errors,
}: {
	clock: ClockData;
	text: string;
	isSaved: boolean;
	/** Places that are still to be filled in. */
	blanks: number;
	typed: { authorityText?: string; reason?: string } | undefined;
	errors: readonly FieldError[];
}) {
	const { path, revisions } = useIncidentForm();
	return (
		<section aria-labelledby="authority">
			<h2 id="authority">3. Notify the authority</h2>
			<p>
				<ClockLine clock={clock} />
			</p>
			<p className="remark">
				A draft based on the logs. It is not legal advice. Fill in the places in square brackets, then send it by the
				authority’s own form or e-mail. A first notice may leave before everything is known.
			</p>
			<PartForm part="authorityText">
				<TextArea
					name="authorityText"
					label="Notice to the authority"
					hint={
						blanks > 0
							? countOf(blanks, `${blanks} places in square brackets are left.`, "1 place in square brackets is left.")
							: undefined
					}
					rows={24}
					maxLength={limits.authorityText}
					defaultValue={typed?.authorityText ?? text}
					errors={errors}
				/>
				<button name="do" value="save-authority">
					{isSaved ? "Save notice" : "Save draft"}
				</button>
			</PartForm>
			{clock.state === "open" ? (
				<PartForm part="authority">
					<TextArea
						name="reason"
						label="The authority’s reference, or why no notice is needed"
						rows={2}
						maxLength={limits.reason}
						defaultValue={typed?.reason}
						errors={errors}
					/>
					<div className="actions">
						<button name="do" value="authority-sent" className="button-main">
							Mark as sent
						</button>
						<button name="do" value="authority-not-needed">
							No notice needed
						</button>
					</div>
				</PartForm>
			) : (
				<>
					<p>
						{clock.state === "sent" ? "Marked as sent" : "Marked as not needed"}
						{clock.decidedAt && (
							<>
								{" "}
								on <ValueText value={clock.decidedAt} />
							</>
						)}
						{clock.reason !== "" && (
							<>
								: <span dir="auto">{clock.reason}</span>
							</>
						)}
					</p>
					<Form method="post" action={path} preventScrollReset>
						<input type="hidden" name="revision" value={revisions.authority} />
						<button name="do" value="authority-reopen">
							Reopen
						</button>
					</Form>
				</>
			)}
		</section>
	);
}
