import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PrivacyRequestForm } from "./privacy-request-form.tsx";

test("the form needs no script: it posts to its page, with each kind and no field that is to stay empty", () => {
	const html = renderToStaticMarkup(<PrivacyRequestForm answerWithinDays={30} notice={undefined} />);
	const [form = ""] = /<form[^>]*>/.exec(html) ?? [];
	expect(form).toContain(`method="post"`);
	expect(form).toContain(`action="/privacy#request-title"`);
	for (const kind of ["see", "correct", "erase", "complain"]) expect(html).toContain(`value="${kind}"`);
	expect(html).not.toContain("leaveEmpty");
	expect(html.replaceAll("<!-- -->", "")).toContain("within 30 days");
});

test("a refused form has the errors, and all that was typed", () => {
	const html = renderToStaticMarkup(
		<PrivacyRequestForm
			answerWithinDays={1}
			notice={undefined}
			refused={{
				kind: "rejected",
				errors: [{ field: "email", message: "Enter your e-mail address" }],
				values: { requestKind: "erase", name: `<b>"Asha"`, email: "asha@", message: "All of it" },
			}}
		/>,
	);
	expect(html).toContain("Enter your e-mail address");
	expect(html).toContain("&lt;b&gt;&quot;Asha&quot;");
	expect(html).toContain("All of it");
	expect(html).toMatch(/<option value="erase" selected=""/);
	expect(html.replaceAll("<!-- -->", "")).toContain("within 1 day of your confirmation.");
});
