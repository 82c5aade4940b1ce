import { Form, Link } from "react-router";

type Changed = readonly { reference: string; name: string; path: string | undefined }[];

type UndoFormProps = {
	path: string;
	becomes: readonly string[];
	until: string;
	/** Records that somebody has worked on since. */
	worked: Changed;
	/** Records that can no longer be removed, and why. */
	inUse: Changed;
	reason: string;
};

/** The form that undoes an import. */
export function UndoForm({ path, becomes, until, worked, inUse, reason }: UndoFormProps) {
	return (
		<section aria-labelledby="undo">
			<h2 id="undo">Undo</h2>
			<p>
				Until {until}, you can remove everything that this import has stored: {becomes[1]}, notes and files.
			</p>
			<Form method="post" action={path}>
				{inUse.length > 0 && (
					<>
						<p>These stay, because {reason}:</p>
						<ChangedList changed={inUse} />
					</>
				)}
				{worked.length > 0 && (
					<>
						<p>Somebody has worked on these since:</p>
						<ChangedList changed={worked} />
						<fieldset className="checks">
							<legend>Those {becomes[1]}</legend>
							<label>
								<input type="radio" name="worked" value="keep" defaultChecked />
								Keep them
							</label>
							<label>
								<input type="radio" name="worked" value="remove" />
								Remove them too
							</label>
						</fieldset>
					</>
				)}
				<button name="do" value="undo">
					Undo import
				</button>
			</Form>
		</section>
	);
}

function ChangedList({ changed }: { changed: Changed }) {
	return (
		<ul>
			{changed.map(({ reference, name, path }) => (
				<li key={reference}>
					{path === undefined ? reference : <Link to={path}>{reference}</Link>} <span dir="auto">{name}</span>
				</li>
			))}
		</ul>
	);
}
