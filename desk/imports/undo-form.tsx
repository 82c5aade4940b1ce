import { Form, Link } from "react-router";

type UndoFormProps = {
	path: string;
	becomes: readonly string[];
	until: string;
	/** Records that somebody has worked on since. */
	worked: readonly { reference: string; name: string; path: string | undefined }[];
};

/** The form that undoes an import. */
export function UndoForm({ path, becomes, until, worked }: UndoFormProps) {
	return (
		<section aria-labelledby="undo">
			<h2 id="undo">Undo</h2>
			<p>
				Until {until}, you can remove everything that this import has stored: {becomes[1]}, notes and files.
			</p>
			<Form method="post" action={path}>
				{worked.length > 0 && (
					<>
						<p>Somebody has worked on these since:</p>
						<ul>
							{worked.map(({ reference, name, path: page }) => (
								<li key={reference}>
									{page === undefined ? reference : <Link to={page}>{reference}</Link>} <span dir="auto">{name}</span>
								</li>
							))}
						</ul>
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
