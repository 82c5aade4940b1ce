/** Short facts beneath a name, a dot between them. Where a line ends between two, no dot is left over at either side. */
export function Facts({ facts }: { facts: readonly string[] }) {
	return (
		<span className="aside facts">
			{facts.map((fact, index) => (
				<span key={index}>
					{index > 0 && <span className="fact-dot"> · </span>}
					<BreakableText text={fact} />
				</span>
			))}
		</span>
	);
}

/** An e-mail address ends its line before the domain, where there is no room for it whole. */
export function BreakableText({ text }: { text: string }) {
	const at = text.indexOf("@");
	if (at < 1) return text;
	return (
		<>
			{text.slice(0, at)}
			<wbr />
			{text.slice(at)}
		</>
	);
}
