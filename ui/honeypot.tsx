/** A field that people neither see nor reach; programs that fill in every field give themselves away by it. */
export function Honeypot(controlled: { value?: string; onChange?: React.ChangeEventHandler<HTMLInputElement> }) {
	return (
		<div aria-hidden="true" className="sr-only">
			<label>
				Leave this empty <input name="leaveEmpty" tabIndex={-1} autoComplete="off" {...controlled} />
			</label>
		</div>
	);
}
