/** Recovery codes, shown once. */
export function RecoveryCodes({ codes, next, nextName }: { codes: string[]; next: string; nextName: string }) {
	return (
		<>
			<p>
				If you lose your authenticator, sign in with one of these instead. Each works once. Save or print them now: they
				are shown only once.
			</p>
			<ul className="recovery-codes">
				{codes.map((code) => (
					<li key={code}>
						<code>{code}</code>
					</li>
				))}
			</ul>
			<p>
				<a className="button button-main" href={next}>
					{nextName}
				</a>
			</p>
		</>
	);
}
