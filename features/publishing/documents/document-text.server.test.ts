import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readContentFolder } from "./content-source.server.ts";
import { findDocumentKind } from "./document-kinds.ts";
import { readValues, writeEmptyDocument, writeValues } from "./document-text.server.ts";

const folders = ["content", "e2e/fixtures/second-company"];

const team = `# Who works here.
members:
  - name: Ila Sen # since 2019
    bio: >-
      Leads the yard
      and its people.
    socials: [{ network: x, url: "https://x.test/ila" }]

  # Joined in spring.
  - name: "Tam Oke"
    bio: Draws.
`;

type Team = { members: Record<string, unknown>[]; note?: string };

function edit(text: string, change: (values: Team) => unknown): string {
	const values = readValues(text, false) as { fields: Team; body: string };
	change(values.fields);
	const written = writeValues(text, values, false);
	expect(readValues(written, false)).toEqual(values);
	return written;
}

describe.each(folders)("documents of %s", (folder) => {
	test("are written as they were read, to the byte, around a changed field", async () => {
		const { documents } = await readContentFolder(join(import.meta.dirname, "../../..", folder));
		for (const [path, text] of documents) {
			const hasBody = findDocumentKind(path)?.kind.hasBody ?? false;
			const values = readValues(text, hasBody);
			if (!values) throw new Error(`${path} cannot be read`);
			expect(writeValues(text, structuredClone(values), hasBody), path).toBe(text);
			const key = Object.keys(values.fields as object)[0] as string;
			const changed = { ...values, fields: changeFirstText(values.fields) };
			const written = writeValues(text, changed, hasBody);
			expect(readValues(written, hasBody), path).toEqual(changed);
			expect(countOtherLines(text, written), `${path}: ${key}`).toBeLessThanOrEqual(1);
		}
	});

	test("take on any values, and give them back", async () => {
		const { documents } = await readContentFolder(join(import.meta.dirname, "../../..", folder));
		const texts = [...documents].map(([path, text]) => ({
			text,
			hasBody: findDocumentKind(path)?.kind.hasBody ?? false,
		}));
		fc.assert(
			fc.property(
				fc.constantFrom(...texts),
				fc.infiniteStream(fc.nat()),
				fc.jsonValue(),
				({ text, hasBody }, dice, json) => {
					const { fields, body } = readValues(text, hasBody) ?? { fields: null, body: "" };
					const values = { fields: disturb(fields, dice, JSON.parse(JSON.stringify(json))), body: `${body}x` };
					if (!hasBody) values.body = "";
					return isDeepStrictEqual(readValues(writeValues(text, values, hasBody), hasBody), values);
				},
			),
			{ numRuns: 300 },
		);
	});
});

test("whatever is written can be read again", () => {
	fc.assert(
		fc.property(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 6 }), fc.boolean(), (versions, hasBody) => {
			let text = writeEmptyDocument(hasBody);
			for (const version of versions) {
				const values = {
					fields: JSON.parse(JSON.stringify(version)) as unknown,
					body: hasBody ? "## Words\n\n---\n" : "",
				};
				text = writeValues(text, values, hasBody);
				expect(readValues(text, hasBody)).toEqual(values);
			}
		}),
		{ numRuns: 300 },
	);
});

test("a changed text keeps its style, and the comments around it stay", () => {
	expect(
		edit(team, ({ members }) => {
			(members[0] as Record<string, unknown>).bio = "Leads the yard, its people and its dog.";
			(members[0] as Record<string, unknown>).name = "Ila Sen-Oke";
			(members[1] as Record<string, unknown>).name = "Tam: Oke";
		}),
	).toBe(
		team
			.replace("Leads the yard\n      and its people.", "Leads the yard, its people and its dog.")
			.replace("Ila Sen ", "Ila Sen-Oke ")
			.replace("Tam Oke", "Tam: Oke"),
	);
});

test("a moved item keeps the comment above it, and a removed one takes nothing else along", () => {
	expect(edit(team, (values) => (values.members = values.members.toReversed()))).toBe(
		`# Who works here.
members:

  # Joined in spring.
  - name: "Tam Oke"
    bio: Draws.
  - name: Ila Sen # since 2019
    bio: >-
      Leads the yard
      and its people.
    socials: [{ network: x, url: "https://x.test/ila" }]
`,
	);
	expect(edit(team, ({ members }) => members.pop())).toBe(team.slice(0, team.indexOf("\n  # Joined")));
});

test("an added field follows the one before it, and a flow list stays one", () => {
	expect(
		edit(team, (values) => {
			const [first] = values.members as [Record<string, unknown>];
			values.members[0] = { name: first.name, role: "Head of yard", bio: first.bio, socials: [] };
			values.note = "None";
		}),
	).toBe(
		`${team
			.replace("since 2019\n", "since 2019\n    role: Head of yard\n")
			.replace('[{ network: x, url: "https://x.test/ila" }]', "[]")}note: None\n`,
	);
	expect(
		edit(team, ({ members }) => {
			(members[0] as Record<string, unknown>).socials = [{ network: "x", url: "https://x.test/sen, ila" }];
		}),
	).toBe(team.replace("https://x.test/ila", "https://x.test/sen, ila"));
});

/** Changes the first text only. */
function changeFirstText(value: unknown): unknown {
	let isDone = false;
	return visit(value);

	function visit(one: unknown): unknown {
		if (isDone) return one;
		if (typeof one === "string") {
			isDone = true;
			return "Another: #text";
		}
		if (Array.isArray(one)) return one.map(visit);
		if (typeof one === "object" && one !== null)
			return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, visit(inner)]));
		return one;
	}
}

/** Counts the lines of one text that are not in the other; a paragraph counts as one. */
function countOtherLines(before: string, after: string): number {
	const lines = new Set(before.split("\n"));
	return after.split("\n").filter((line) => !lines.has(line)).length;
}

/** Changes, removes, duplicates, moves or replaces a part of a value. */
function disturb(value: unknown, dice: Iterator<number>, json: unknown): unknown {
	const roll = (sides: number) => (dice.next().value as number) % sides;
	if (Array.isArray(value)) {
		const index = roll(value.length + 1);
		const item = value[index] as unknown;
		switch (roll(5)) {
			case 0:
				return value.toSpliced(index, 1);
			case 1:
				return value.toSpliced(index, 0, json);
			case 2:
				return [item, ...value.toSpliced(index, 1)].filter((one) => one !== undefined);
			default:
				return value.map((one: unknown, at) => (at === index ? disturb(one, dice, json) : one));
		}
	}
	if (typeof value === "object" && value !== null) {
		const entries = Object.entries(value);
		const index = roll(entries.length + 1);
		switch (roll(5)) {
			case 0:
				return Object.fromEntries(entries.toSpliced(index, 1));
			case 1:
				return Object.fromEntries(entries.toSpliced(index, 0, [`new ${index}`, json]));
			default:
				return Object.fromEntries(
					entries.map(([key, one], at) => [key, at === index ? disturb(one, dice, json) : one]),
				);
		}
	}
	return json;
}
