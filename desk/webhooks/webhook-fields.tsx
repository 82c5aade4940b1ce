import { eventNames, eventTypes, formatNames, formats } from "../../core/webhooks/event-types.ts";
import type { WebhookSettings } from "../../core/webhooks/webhook-store.server.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorText, TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";

/** The settings of a webhook. */
export function WebhookFields({ typed, errors }: { typed: WebhookSettings; errors: readonly FieldError[] }) {
	const error = errors.find(({ field }) => field === "event")?.message;
	return (
		<>
			<TextField
				name="url"
				label="URL"
				type="url"
				inputMode="url"
				autoComplete="off"
				hint="Where events are sent, such as https://hooks.example.com/front-office"
				defaultValue={typed.url}
				required
				errors={errors}
			/>
			<TextField
				name="description"
				label="Description"
				note="(optional)"
				maxLength={100}
				autoComplete="off"
				defaultValue={typed.description}
				errors={errors}
			/>
			<SelectField
				name="format"
				label="Format"
				hint="JSON is for programs. The others post one line with a link to a channel."
				options={formats.map((format) => ({ value: format, label: formatNames[format] }))}
				defaultValue={typed.format}
				errors={errors}
			/>
			<fieldset id="event" tabIndex={-1} aria-describedby={error === undefined ? undefined : "event-error"}>
				<legend>Events</legend>
				<ErrorText id="event-error" message={error} />
				<div className="checks">
					{eventTypes.map((type) => (
						<label key={type}>
							<input type="checkbox" name="event" value={type} defaultChecked={typed.events.includes(type)} />
							<span>
								{eventNames[type]} <code>{type}</code>
							</span>
						</label>
					))}
				</div>
			</fieldset>
		</>
	);
}
