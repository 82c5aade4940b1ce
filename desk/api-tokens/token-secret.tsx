/** The secret of a token, shown once. */
export function TokenSecret({ secret }: { secret: string }) {
	return (
		<section aria-labelledby="secret" className="panel" role="status">
			<h2 id="secret">Token</h2>
			<p>
				<code>{secret}</code>
			</p>
			<p>
				Copy it now: it is not shown again. The program sends it as <code>Authorization: Bearer</code> with each
				request. Whoever has it can do what the program can.
			</p>
		</section>
	);
}
