import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorText, TextArea, TextField } from "../../ui/field.tsx";

/** Most characters of each text. */
export const limits = {
	title: 100,
	notes: 10_000,
	authorityText: 20_000,
	subject: 150,
	noticeText: 10_000,
	reason: 2_000,
};

/** The form of an incident as it was typed; times are those of the company. */
export type TypedIncident = {
	title: string;
	/** Ids of listed accounts and tokens. */
	actors: string[];
	/** Ids of others, with spaces between. */
	others: string;
	from: string;
	until: string;
	awareAt: string;
	notes: string;
};

/** Accounts and tokens to choose from. */
export type ActorChoice = { id: string; name: string; about: string };

/** The scope of an incident: accounts, tokens and times; once people were told of it, what can still change. */
export function IncidentFields({
	typed,
	accounts,
	tokens,
	zone,
	told,
	errors,
}: {
	typed: TypedIncident;
	accounts: ActorChoice[];
	tokens: ActorChoice[];
	/** The company's, by its name. */
	zone: string;
	/** Of an incident that people were notified of. */
	told: { hasEnd: boolean } | undefined;
	errors: readonly FieldError[];
}) {
	const error = errors.find(({ field }) => field === "actor")?.message;
	return (
		<>
			<TextField
				name="title"
				label="Title"
				hint="Such as “Laptop stolen on the train”"
				maxLength={limits.title}
				autoComplete="off"
				defaultValue={typed.title}
				required
				errors={errors}
			/>
			{!told && (
				<>
					<fieldset id="actor" tabIndex={-1} aria-describedby={error === undefined ? undefined : "actor-error"}>
						<legend>Accounts and tokens that were used</legend>
						<ErrorText id="actor-error" message={error} />
						<div className="checks">
							{[...accounts, ...tokens].map(({ id, name, about }) => (
								<label key={id}>
									<input type="checkbox" name="actor" value={id} defaultChecked={typed.actors.includes(id)} />
									<span>
										{name} <span className="aside">{about}</span>
									</span>
								</label>
							))}
						</div>
					</fieldset>
					<TextField
						name="others"
						label="IDs of deleted accounts"
						note="(optional)"
						hint="As the audit log shows them, with spaces between"
						autoComplete="off"
						defaultValue={typed.others}
						errors={errors}
					/>
					<TextField
						name="from"
						label={`From (${zone})`}
						hint="When somebody else may have had access first. Earlier is safer."
						type="datetime-local"
						defaultValue={typed.from}
						required
						errors={errors}
					/>
				</>
			)}
			{!told?.hasEnd && (
				<TextField
					name="until"
					label="Until"
					note={`(optional, ${zone})`}
					hint={
						told
							? "A time after the e-mails were sent. People whose data is touched later do not count. It cannot be changed again."
							: "Leave it empty while it may still go on."
					}
					type="datetime-local"
					defaultValue={typed.until}
					errors={errors}
				/>
			)}
			{!told && (
				<TextField
					name="awareAt"
					label={`When the company became aware (${zone})`}
					hint="The 72 hours begin here."
					type="datetime-local"
					defaultValue={typed.awareAt}
					required
					errors={errors}
				/>
			)}
			<TextArea
				name="notes"
				label="Notes"
				note="(optional)"
				hint="What happened, who was told, what was decided. Only admins see this."
				maxLength={limits.notes}
				defaultValue={typed.notes}
				errors={errors}
			/>
		</>
	);
}
