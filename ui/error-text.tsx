/** The error of a field, for beside its control; nothing without one. */
export function ErrorText({ id, message }: { id: string; message: string | undefined }) {
	if (!message) return null;
	return (
		<p id={id} className="error">
			<span className="sr-only">Error: </span>
			{message}
		</p>
	);
}
