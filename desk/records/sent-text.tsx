type SentTextProps = {
	text: { label: string; value: string };
	/** Level of its heading. */
	heading: "h2" | "h3";
};

/** The text of a record, as its sender typed it; nothing without a text. */
export function SentText({ text, heading: Heading }: SentTextProps) {
	if (text.value === "") return null;
	return (
		<section aria-labelledby="text-heading">
			<Heading id="text-heading">{text.label}</Heading>
			<p className="text" dir="auto">
				{text.value}
			</p>
		</section>
	);
}
