/** What is wrong with a field, for beside it; nothing where nothing is. */
export function ErrorText({ id, message }: { id: string; message: string | undefined }) {
	if (message === undefined) return null;
	return (
		<p id={id} className="error">
			<span className="sr-only">Error: </span>
			{message}
		</p>
	);
}
