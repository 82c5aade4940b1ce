import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Messages of members that counted as replies although they answer nobody: forwarded enquiries, and those of programs. */
const miscounted = sql`from incoming_messages
	where reference = records.reference and account_id is not null and (sort <> 'person' or is_first = 1)`;

const replyTimes = sql`(
	select written_at as replied_at from record_replies
	where reference = records.reference and withdrawn_at is null and is_forward = 0
	union all
	select received_at from incoming_messages
	where reference = records.reference and account_id is not null and sort = 'person' and is_first = 0
) as reply_times`;

/**
 * Finds again when records were answered, and since when they await a reply, where a message counted as a reply that is none. An application
 * keeps when it was answered, because the offer of an interview, of which only careers knows, may have done it.
 */
export const countRepliesAgain: Migration = {
	async up(db) {
		await sql`update records set answered_at = (select min(replied_at) from ${replyTimes})
			where import_number is null and kind <> 'application' and answered_at in (select received_at ${miscounted})`.execute(
			db,
		);
		await sql`update records set awaiting_since = case when answered_at is null then null else (
				select min(received_at) from incoming_messages
				where reference = records.reference and account_id is null and sort = 'person' and is_first = 0
					and received_at > coalesce((select max(replied_at) from ${replyTimes}), '')
			) end
			where exists (select 1 ${miscounted})`.execute(db);
	},
};
