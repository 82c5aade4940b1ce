/** The error of a field, if there is one. */
export function ErrorText({ id, message }: { id: string; message: string | undefined }) {
	if (message === undefined) return null;
	return (
		<p id={id} className="error">
			<span className="sr-only">Error: </span>
			{message}
		</p>
	);
}
