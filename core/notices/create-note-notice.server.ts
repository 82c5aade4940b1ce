import type { KeptMonths } from "../../platform/pages/months-placeholder.ts";
import type { NoticeForm, Notices } from "../../shared/notices.ts";
import { listCurrentNotices } from "./compose-notice.server.ts";
import type { NoteNotice } from "./note-notice.ts";
import { noteShownNotice } from "./notice-store.server.ts";

/** Creates the functions of forms that record which notice their senders saw. */
export function createNoteNotice(
	{ notices }: { notices?: Notices | undefined },
	kept: KeptMonths,
): (form: NoticeForm) => NoteNotice {
	const current = listCurrentNotices(notices, kept);
	return (form) => (transaction, shown, now) => noteShownNotice(transaction, { form, ...shown }, current, now);
}
