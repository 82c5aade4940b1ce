type TemplateChoiceProps = {
	templates: { id: string; name: string }[];
	templateId: string;
	/** Sent by the button with the choice. */
	button?: { name: string; value: string };
	/** Whether the form takes the choice at once, and needs the button only without scripts. */
	isAutomatic?: boolean;
};

/** Chooses the template of a text. */
export function TemplateChoice({ templates, templateId, button, isAutomatic = false }: TemplateChoiceProps) {
	const use = (
		<button {...button} formNoValidate>
			Use template
		</button>
	);
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
			{isAutomatic ? <noscript>{use}</noscript> : use}
		</>
	);
}
