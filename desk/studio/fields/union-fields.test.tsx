import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { z } from "zod";
import { describeForm } from "../../../features/publishing/forms/describe-form.ts";
import { DocumentFormContext, type DocumentFormData } from "../form-context.ts";
import { FormFieldView } from "./form-field-view.tsx";

const schema = z.object({ places: z.union([z.literal("all"), z.array(z.string()).meta({ title: "Places" })]) });

function draw(places: unknown, errors: DocumentFormData["errors"] = []): string {
	const data: DocumentFormData = {
		Field: FormFieldView,
		path: "places.yml",
		errors,
		choices: {},
		pictures: [],
		announce() {},
		onChange() {},
	};
	return renderToStaticMarkup(
		<DocumentFormContext value={data}>
			<FormFieldView field={describeForm(schema, "Places")} name="fields" value={{ places }} />
		</DocumentFormContext>,
	);
}

const idsOf = (html: string) => [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);

test.each([["all"], [["Pune", "Kochi"]]])("no two parts of a choice between %j and others have one id", (places) => {
	const ids = idsOf(draw(places));
	expect(ids.length).toBeGreaterThan(0);
	expect(ids).toEqual([...new Set(ids)]);
});

test("the error of a choice is shown once, where its link leads", () => {
	const html = draw(["Atlantis"], [{ field: "fields.places", message: "There is no such place" }]);
	expect(html.split("There is no such place")).toHaveLength(2);
	expect(idsOf(html)).toContain("fields.places");
});
