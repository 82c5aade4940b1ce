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
