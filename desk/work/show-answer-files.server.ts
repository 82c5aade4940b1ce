import { listAnswerFiles } from "../../core/records/answer-files.server.ts";
import type { RecordKind } from "../../core/records/record-kind.ts";
import type { Connection } from "../../platform/database/database.ts";
import { describeBytes } from "./describe-bytes.ts";

/** Returns the downloads of the files that came with a record's form. */
export async function showAnswerFiles(
	db: Connection,
	{ kind, reference }: { kind: Pick<RecordKind, "names">; reference: string },
) {
	const files = await listAnswerFiles(db, reference);
	return files.map(({ storedAs, name, bytes }) => ({
		href: `/${kind.names}/${reference}/files/${storedAs}`,
		name,
		size: describeBytes(bytes),
	}));
}
