import { Form } from "react-router";
import { SelectField } from "../../ui/select-field.tsx";

type StagesFormProps = {
	path: string;
	/** Names in the file, with the number of their rows. */
	unknown: Readonly<Record<string, number>>;
	stages: readonly { key: string; label: string }[];
	chosen: Readonly<Record<string, string>>;
};

/** The form that gives names of stages in the file a stage of the company. */
export function StagesForm({ path, unknown, stages, chosen }: StagesFormProps) {
	return (
		<section aria-labelledby="stages">
			<h2 id="stages">Stages</h2>
			<p className="remark">
				The file has stages that you do not have. Match them to yours; rows without a match start in the first stage.
			</p>
			<Form method="post" action={path} className="form">
				{Object.entries(unknown).map(([name, rows]) => (
					<SelectField
						key={name}
						name={`stage:${name}`}
						label={<span dir="auto">{name}</span>}
						note={`(${rows})`}
						placeholder="First stage"
						defaultValue={chosen[name.toLowerCase()] ?? ""}
						options={stages.map(({ key, label }) => ({ value: key, label }))}
					/>
				))}
				<button name="do" value="check">
					Check again with these stages
				</button>
			</Form>
		</section>
	);
}
