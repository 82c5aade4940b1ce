import type { DomainCheck } from "../../platform/email/sending-domain/check-sending-domain.ts";

const stateNames = {
	good: "Good",
	improvable: "Can be improved",
	wrong: "Needs fixing",
	unknown: "Unknown",
} as const;

/** The DNS records of the sending domain, and what to add. */
export function DomainFindings({ domain, findings }: DomainCheck) {
	return (
		<div className="findings" role="status">
			<p>
				Checked <strong>{domain}</strong> just now.
			</p>
			{findings.map(({ subject, state, texts, published, advice }) => (
				<section key={subject} aria-label={subject} className="panel">
					<h3>
						{subject}: {stateNames[state]}
					</h3>
					{texts.map((text) => (
						<p key={text}>{text}</p>
					))}
					{published.length > 0 && <p className="hint">Published:</p>}
					{published.map((record) => (
						<pre key={record} className="text">
							{record}
						</pre>
					))}
					{advice && (
						<>
							<p className="hint">
								{advice.isChange ? "Change the" : "Add this"} {advice.type} record for {advice.name}
								{advice.isChange && " to"}:
							</p>
							<pre className="text">{advice.value}</pre>
						</>
					)}
				</section>
			))}
		</div>
	);
}
