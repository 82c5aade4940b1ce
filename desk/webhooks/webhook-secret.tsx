/** The secret of a webhook, shown once. */
export function WebhookSecret({ secret, isRotated }: { secret: string; isRotated: boolean }) {
	return (
		<section aria-labelledby="secret" className="panel" role="status">
			<h2 id="secret">Signing secret</h2>
			<p>
				<code>{secret}</code>
			</p>
			<p>
				Copy it now: it is not shown again. With it, the receiver checks that events come from here.
				{isRotated && " The old secret works for another 24 hours."}
			</p>
		</section>
	);
}
