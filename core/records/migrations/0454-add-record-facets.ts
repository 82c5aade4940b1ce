import { sql, type Kysely } from "kysely";
import type { Migration } from "kysely/migration";

type Tables = {
	enquiries: { reference: string; service: string | null; answers: string | null };
	records: { reference: string; facets: string | null };
};

/** The properties by which lists of records are filtered, one a line between line feeds; null for none. */
export const addRecordFacets: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema.alterTable("records").addColumn("facets", "text").execute();
		await db.schema
			.createIndex("records_with_facets")
			.on("records")
			.columns(["kind", "id"])
			.where(sql.ref("facets"), "is not", null)
			.execute();
		const tables = db as Kysely<Tables>;
		const rows = await tables
			.selectFrom("enquiries")
			.select(["reference", "service", "answers"])
			.where((where) => where.or([where("service", "is not", null), where("answers", "is not", null)]))
			.execute();
		for (const { reference, service, answers } of rows) {
			const given = JSON.parse(answers ?? "[]") as { key: string; answer: string }[];
			const facets = new Set([
				...(service === null ? [] : [`service=${service}`]),
				...given.flatMap(({ key, answer }) =>
					[answer, ...answer.split(", ")]
						.filter((value) => value.length <= 100 && !value.includes("\n"))
						.map((value) => `question-${key}=${value}`),
				),
			]);
			if (facets.size > 0)
				await tables
					.updateTable("records")
					.set({ facets: `\n${[...facets].join("\n")}\n` })
					.where("reference", "=", reference)
					.execute();
		}
	},
};
