import { ChevronDown } from "lucide-react";
import { noticeField, type Notice } from "../shared/notices.ts";

/**
 * What a form says about personal data, in each of its languages, and the version that is stored with the record. It is a details element,
 * so it opens without scripts. Without a notice there is nothing.
 */
export function FormNotice({ notice }: { notice: Notice | undefined }) {
	if (!notice) return null;
	const { version, texts } = notice;
	return (
		<div className="max-w-[65ch] border-t border-hairline text-16">
			<input type="hidden" name={noticeField} value={version} />
			{texts.map(({ lang, title, points }) => (
				<details key={lang} lang={lang} className="group border-b border-hairline">
					<summary className="flex min-h-11 items-center gap-3 rounded-6 py-2 text-ink text-pretty hover:text-accent-text">
						{title}
						<ChevronDown
							aria-hidden="true"
							className="ml-auto size-5 shrink-0 text-accent-ui transition-transform duration-200 group-open:rotate-180"
						/>
					</summary>
					<dl className="pb-4 [overflow-wrap:anywhere]">
						{points.map(({ label, text }) => (
							<div key={label} className="mt-2">
								<dt className="font-semibold text-ink">{label}</dt>
								<dd>{text}</dd>
							</div>
						))}
					</dl>
				</details>
			))}
		</div>
	);
}
