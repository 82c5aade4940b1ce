/** Recovery codes, shown once. */
export function RecoveryCodes({ codes, next, nextName }: { codes: string[]; next: string; nextName: string }) {
	return (
		<>
			<p>
				Should you lose your authenticator, each of these takes the place of its code once. Write them down or print
				them now: they are shown this one time.
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
