import { Fragment } from "react";
import { Form } from "react-router";
import type { FieldError } from "../../shared/text-rules.ts";
import { weekdays } from "../../shared/weekdays.ts";
import { TextField } from "../../ui/field.tsx";
import { OutdatedNotice } from "../forms/outdated-notice.tsx";
import { useFormBase } from "../forms/use-form-base.ts";

/** Working times of a day, with a break between them. */
export const spellsADay = [1, 2] as const;
/** The links of video calls that a host chooses from. */
export const videoKinds = [
	{ key: "none", label: "The host sends each link" },
	{ key: "room", label: "A new room for each call" },
	{ key: "fixed", label: "Always the same address" },
] as const;

export type ShownSettings = {
	version: number;
	purposes: string[];
	timeZone: string;
	hasOwnHours: boolean;
	/** By the name of the field: "Monday-from-1". */
	times: Record<string, string>;
	video: (typeof videoKinds)[number]["key"];
	videoUrl: string;
};

type SettingsFormProps = {
	settings: ShownSettings;
	/** Settings that were refused. */
	typed: ShownSettings | undefined;
	/** The possible purposes. */
	purposes: { key: string; name: string }[];
	companyHours: string;
	companyZone: string;
	errors: FieldError[];
};

/** A host's settings: purposes, hours and place. */
export function SettingsForm({
	settings: saved,
	typed,
	purposes,
	companyHours,
	companyZone,
	errors,
}: SettingsFormProps) {
	const base = useFormBase(saved.version, typed?.version);
	const settings = typed ?? saved;
	return (
		<Form key={base.key} {...base.attributes} onSubmit={base.onSubmit} method="post" className="form host-settings">
			<input type="hidden" name="version" value={base.version} />
			{base.isOutdated && <OutdatedNotice />}
			<fieldset className="checks">
				<legend>Bookable for</legend>
				{purposes.map(({ key, name }) => (
					<label key={key}>
						<input type="checkbox" name="purpose" value={key} defaultChecked={settings.purposes.includes(key)} />
						{name}
					</label>
				))}
			</fieldset>
			<fieldset>
				<legend>Hours</legend>
				<div className="checks">
					<label>
						<input type="radio" name="hoursOf" value="company" defaultChecked={!settings.hasOwnHours} />
						Company hours: {companyHours}
					</label>
					<label>
						<input type="radio" name="hoursOf" value="own" defaultChecked={settings.hasOwnHours} data-has-more />
						Custom hours
					</label>
				</div>
				<div className="more-fields">
					<table className="hours">
						<caption className="sr-only">Hours by day, with an optional break</caption>
						<tbody>
							{weekdays.map((weekday) => (
								<tr key={weekday}>
									<th scope="row">{weekday}</th>
									{spellsADay.map((spell) => (
										<td key={spell}>
											{["from", "until"].map((end) => {
												const name = `${weekday}-${end}-${spell}`;
												return (
													<Fragment key={end}>
														{end === "until" && " – "}
														<input
															id={name}
															name={name}
															type="time"
															step={900}
															aria-label={`${weekday}${spell === 2 ? ", after the break" : ""}, ${end}`}
															aria-invalid={errors.some(({ field }) => field === name) || undefined}
															defaultValue={settings.times[name]}
														/>
													</Fragment>
												);
											})}
										</td>
									))}
								</tr>
							))}
						</tbody>
					</table>
					<TextField
						name="timeZone"
						label="Time zone of custom hours (optional)"
						hint={`For example Europe/Berlin. Leave empty for the company’s, ${companyZone}.`}
						defaultValue={settings.timeZone}
						errors={errors}
					/>
				</div>
			</fieldset>
			<fieldset>
				<legend>Video call</legend>
				<div className="checks">
					{videoKinds.map(({ key, label }) => (
						<label key={key}>
							<input
								type="radio"
								name="video"
								value={key}
								defaultChecked={settings.video === key}
								{...(key === "fixed" && { "data-has-more": true })}
							/>
							{label}
						</label>
					))}
				</div>
				<div className="more-fields">
					<TextField
						name="videoUrl"
						label="Video call address"
						type="url"
						defaultValue={settings.videoUrl}
						errors={errors}
					/>
				</div>
			</fieldset>
			<button name="do" value="settings" className="button-main">
				Save
			</button>
		</Form>
	);
}
