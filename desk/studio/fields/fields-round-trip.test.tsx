import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Parser } from "htmlparser2";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { findDocumentKind } from "../../../features/publishing/documents/document-kinds.ts";
import { readValues, writeValues } from "../../../features/publishing/documents/document-text.server.ts";
import { describeForm } from "../../../features/publishing/forms/describe-form.ts";
import { mapFieldNames, rootName } from "../../../features/publishing/forms/field-names.ts";
import type { FormField } from "../../../features/publishing/forms/form-field.ts";
import { readFormValues } from "../../../features/publishing/forms/read-form-values.ts";
import { cleanText } from "../../../shared/clean-text.ts";
import { DocumentFormContext } from "../form-context.ts";
import { FormFieldView } from "./form-field-view.tsx";

const folder = "e2e/fixtures/second-company";

const documents = readdirSync(folder, { recursive: true, encoding: "utf8" })
	.map((path) => path.replaceAll("\\", "/"))
	.flatMap((path) => {
		const located = findDocumentKind(path);
		if (!located) return [];
		const text = readFileSync(join(folder, path), "utf8");
		const { kind } = located;
		const values = readValues(text, kind.hasBody);
		if (!values) throw new Error(`${path} cannot be read`);
		return [{ path, kind, text, values, form: describeForm(kind.schema, kind.label) }];
	});

/** Sends a form as a browser would, in the order of its controls. */
function sendForm(html: string): { sent: URLSearchParams; ids: Set<string> } {
	const sent = new URLSearchParams();
	const ids = new Set<string>();
	let select: { name: string; value: string | undefined } | undefined;
	let option: { text: string } | undefined;
	let area: { name: string; value: string } | undefined;
	const parser = new Parser({
		onopentag(tag, { name = "", id, type, value, checked, selected }) {
			if (id !== undefined) ids.add(id);
			if (tag === "input" && name !== "" && ((type !== "checkbox" && type !== "radio") || checked !== undefined))
				// Browsers drop breaks from an input of one line.
				sent.append(name, (value ?? "").replaceAll(/[\r\n]/g, ""));
			if (tag === "select") select = { name, value: undefined };
			if (tag === "option" && select && (selected !== undefined || select.value === undefined)) {
				select.value = value;
				option = value === undefined ? { text: "" } : undefined;
			}
			if (tag === "textarea") area = { name, value: "" };
		},
		ontext(text) {
			if (area) area.value += text;
			if (option) option.text += text;
		},
		onclosetag(tag) {
			if (tag === "textarea" && area) sent.append(area.name, area.value);
			if (tag === "select" && select) sent.append(select.name, select.value ?? "");
			if (tag === "textarea") area = undefined;
			if (tag === "option") {
				if (select && option) select.value = option.text;
				option = undefined;
			}
			if (tag === "select") select = undefined;
		},
	});
	parser.end(html);
	return { sent, ids };
}

function draw({ form, values }: Pick<(typeof documents)[number], "form" | "values">) {
	const data = { Field: FormFieldView, path: "", errors: [], choices: {}, pictures: [], announce() {}, onChange() {} };
	return sendForm(
		renderToStaticMarkup(
			<DocumentFormContext value={data}>
				<FormFieldView field={form} name={rootName} value={values.fields} />
			</DocumentFormContext>,
		),
	);
}

describe.each(documents.map((document) => [document.path, document] as const))("%s", (_, document) => {
	const { form, values, kind, text } = document;
	const { sent, ids } = draw(document);

	test("submitted unchanged, a form returns the document's values", () => {
		expect(readFormValues(form, sent, values.fields)).toEqual(values.fields);
	});

	test("and leaves its text as it is", () => {
		const typed = { fields: readFormValues(form, sent, values.fields), body: values.body };
		expect(writeValues(text, typed, kind.hasBody)).toBe(text);
	});

	test("whatever may be wrong with it is said at something that is there", () => {
		const names = new Set(mapFieldNames(form, values.fields).values());
		expect([...names].filter((name) => !ids.has(name))).toEqual([]);
	});
});

test("a form leaves characters alone that it cannot return, unless their text is changed", () => {
	const post = documents.find(({ path }) => path.startsWith("blog/"));
	if (!post) throw new Error("There is no post");
	const odd = "One Wirt\u00adschaft\nwith\ta tab\nand a third line\n";
	const before = { ...(post.values.fields as object), title: odd, description: odd };
	const { sent } = draw({ ...post, values: { ...post.values, fields: before } });
	const cleaned = new URLSearchParams([...sent].map(([name, value]) => [name, cleanText(value)]));
	expect(readFormValues(post.form, cleaned, before)).toEqual(before);

	const typed = cleanText(odd).replace("third", "last");
	const form: FormField = { kind: "long-text", title: "Text", input: "text" };
	expect(readFormValues(form, new URLSearchParams([[rootName, typed]]), odd)).toBe(odd.replace("third", "last"));
});

test("a form keeps values that no schema accepts", () => {
	const post = documents.find(({ path }) => path.startsWith("blog/"));
	if (!post) throw new Error("There is no post");
	const { sent } = draw(post);
	sent.set("fields.title", "<script>x".repeat(40));
	sent.set("fields.date", "");
	sent.set("fields.insight:is", "yes");
	sent.set("fields.insight.order", "three");
	expect(readFormValues(post.form, sent, post.values.fields)).toMatchObject({
		title: "<script>x".repeat(40),
		date: "",
		insight: { order: "three" },
	});
});

test("two entries of one name are both kept", () => {
	const titles = documents.find(({ path }) => path === "pages.yml");
	if (!titles) throw new Error("There are no titles");
	const { sent } = draw(titles);
	const [first, second] = Object.keys(titles.values.fields as object);
	sent.set("fields.1.key", first ?? "");
	const read = readFormValues(titles.form, sent, titles.values.fields) as Record<string, unknown>;
	const before = titles.values.fields as Record<string, unknown>;
	expect(read[`${first} (2)`]).toEqual(before[second ?? ""]);
	expect(Object.keys(read)).toHaveLength(Object.keys(before).length);
});
