import type { LetterCounts, LetterGroup, LetterSummary } from "../platform/email/outbox-store.ts";
import { DeskPage, type Frame } from "./layout.server.tsx";
import { Pager, type Paging } from "./pager.server.tsx";
import { FilterLinks } from "./record-list.server.tsx";
import { LetterTable, letterGroupNames } from "./tables.server.tsx";

/** In the order of what needs attention. */
export const letterGroups = ["waiting", "late", "failed", "held", "scheduled", "sent"] as const satisfies LetterGroup[];

type LettersPageProps = {
	frame: Frame;
	letters: LetterSummary[];
	counts: LetterCounts;
	show: LetterGroup;
	now: Temporal.Instant;
	paging: Paging;
	sendsLetters: boolean;
	pathOf(reference: string): string | undefined;
};

/** The letters of the outbox, by what became of them. */
export function LettersPage({ frame, letters, counts, show, now, paging, sendsLetters, pathOf }: LettersPageProps) {
	return (
		<DeskPage frame={frame} title="Letters" section="/letters">
			<h1>Letters</h1>
			{!sendsLetters && <p className="remark">No mail server is set (SMTP_URL): letters wait here until it is.</p>}
			<FilterLinks
				label="Which letters"
				path="/letters"
				filters={letterGroups.map((group) => ({ show: group, name: letterGroupNames[group], count: counts[group] }))}
				show={show}
			/>
			{show === "failed" && letters.length > 0 && (
				<form method="post" action="/letters/retry">
					<button>Send all of them again</button>
				</form>
			)}
			{letters.length === 0 ? (
				<p className="empty">None here.</p>
			) : (
				<LetterTable letters={letters} now={now} caption={`${letterGroupNames[show]} letters`} pathOf={pathOf} />
			)}
			<Pager path="/letters" show={show} paging={paging} />
		</DeskPage>
	);
}
