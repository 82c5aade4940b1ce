/** Says, in a form that somebody has filled in, that others have saved another version of what it edits. */
export function OutdatedNotice() {
	return (
		<p className="remark" role="status">
			This has changed since you opened it. What you typed is kept; saving will not overwrite the change without asking
			you.
		</p>
	);
}
