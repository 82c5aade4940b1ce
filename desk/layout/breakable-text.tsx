import { Fragment } from "react";

/** An e-mail address that breaks before its domain, or a path that breaks before its parts. */
export function BreakableText({ text }: { text: string }) {
	const parts = text.split(text.startsWith("/") ? /(?=\/)/ : /(?<=.)(?=@)/);
	return parts.map((part, index) => (
		<Fragment key={index}>
			{index > 0 && <wbr />}
			{part}
		</Fragment>
	));
}
