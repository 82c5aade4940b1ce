import type { ImportOptions } from "../../core/imports/import-store.server.ts";

/** Reads how the rows of an import are read from its form; parts that the form does not hold stay. */
export function readImportOptions(form: URLSearchParams, before: ImportOptions): ImportOptions {
	const stages = new Map(Object.entries(before.stages));
	for (const [field, key] of form) {
		if (!field.startsWith("stage:")) continue;
		const name = field.slice("stage:".length).toLowerCase();
		if (key === "") stages.delete(name);
		else stages.set(name, key);
	}
	const dateOrder = form.get("dateOrder") ?? before.dateOrder;
	return {
		...(before.preset !== undefined && { preset: before.preset }),
		columns: before.columns.map((field, index) => form.get(`column${index}`) ?? field),
		dateOrder: dateOrder === "month-first" ? "month-first" : "day-first",
		duplicates: (form.get("duplicates") ?? before.duplicates) === "import" ? "import" : "skip",
		stages: Object.fromEntries(stages),
	};
}
