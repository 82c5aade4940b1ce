import { findShownNotices, type KeptNotice } from "../../core/notices/notice-store.server.ts";
import type { Connection } from "../../platform/database/database.ts";
import type { Company } from "../../shared/company.ts";
import { formatDate } from "../../shared/format-date.ts";
import { findDate } from "../../shared/zoned-time.ts";
import type { ShownField } from "../records/values.ts";

/** Names a notice by the day on which it was first shown: "Notice of 3 November 2026". */
export function nameNotice(
	{ firstShownAt }: Pick<KeptNotice, "firstShownAt">,
	{ timeZone }: Pick<Company, "timeZone">,
): string {
	return `Notice of ${formatDate(findDate(firstShownAt.epochMilliseconds, timeZone))}`;
}

/** Shows which notice the sender of a record saw, with a link to it; nothing for records of earlier releases. */
export async function showNoticeField(
	db: Connection,
	reference: string,
	company: Pick<Company, "timeZone">,
): Promise<ShownField[]> {
	const notice = (await findShownNotices(db, [reference])).get(reference);
	if (!notice) return [];
	return [{ label: "Privacy", value: { text: nameNotice(notice, company) }, to: `/notices/${notice.version}` }];
}
