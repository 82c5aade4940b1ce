type TemplateChoiceProps = {
	templates: { id: string; name: string }[];
	templateId: string;
	/** What the button sends beside the choice. */
	button?: { name: string; value: string };
};

/** Chooses the template that a text begins with. */
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
