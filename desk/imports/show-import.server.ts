import type { ImportKind } from "../../core/imports/import-kind.ts";
import type { ImportState, StoredImport } from "../../core/imports/import-store.server.ts";
import { archiveOf, tableOf } from "../../core/imports/import-store.server.ts";
import type { ShownState } from "../records/values.ts";

const stateNames: Readonly<Record<ImportState, ShownState>> = {
	draft: { state: "waiting", name: "Not checked" },
	checking: { state: "waiting", name: "Checking" },
	checked: { state: "waiting", name: "Ready to import" },
	importing: { state: "waiting", name: "Importing" },
	done: { state: "sent", name: "Imported" },
	undoing: { state: "waiting", name: "Undoing" },
	undone: { state: "withdrawn", name: "Undone" },
	lapsed: { state: "withdrawn", name: "Discarded" },
};

/** Names an import for a list and for its own page. */
export function showImport(one: StoredImport, kinds: readonly ImportKind[]) {
	const { name, sha256, bytes } = tableOf(one);
	const archive = archiveOf(one);
	return {
		archive: archive && { name: archive.name, sha256: archive.sha256 },
		number: one.number,
		file: name,
		bytes,
		sha256,
		kind: kinds.find(({ key }) => key === one.kind)?.name ?? one.kind,
		status: stateNames[one.state],
	};
}
