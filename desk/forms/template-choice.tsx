type TemplateChoiceProps = {
	templates: { id: string; name: string }[];
	templateId: string;
	/** Sent by the button with the choice. */
	button?: { name: string; value: string };
};

/** Chooses the template of a text. */
export function TemplateChoice({ templates, templateId, button }: TemplateChoiceProps) {
	return (
		<>
			<label htmlFor="template">Template</label>
			<select id="template" name="template" defaultValue={templateId}>
				<option value="">No template</option>
				{templates.map(({ id, name }) => (
					<option key={id} value={id}>
						{name}
					</option>
				))}
			</select>
			<button {...button} formNoValidate>
				Use template
			</button>
		</>
	);
}
