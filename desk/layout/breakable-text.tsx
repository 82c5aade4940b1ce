/** An e-mail address that breaks before its domain. */
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
