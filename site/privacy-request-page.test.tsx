import { createElement, type ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import PrivacyRequestPage from "./routes/privacy-request.tsx";

/** Renders the page after the answer "It is not mine". */
function renderAfter(outcome: "ended" | "kept", request: object | undefined): string {
	const props = { loaderData: { path: "/privacy/request/x", request }, actionData: { outcome } };
	const Component = () => createElement(PrivacyRequestPage as ComponentType<typeof props>, props);
	const Page = createRoutesStub([{ path: "*", Component }]);
	return renderToString(<Page initialEntries={["/"]} />).replaceAll("<!-- -->", "");
}

test("a page of a request claims a deletion only if there was one", () => {
	const deleted = "We have deleted the request and your address";
	expect(renderAfter("ended", undefined)).toContain(deleted);
	expect(renderAfter("kept", undefined)).toContain("There is no request here");
	expect(renderAfter("kept", undefined)).not.toContain(deleted);
	const confirmed = { choice: "Erase my data", message: "", record: "PRV-00000001", lastDay: "23 December 2026" };
	const page = renderAfter("kept", confirmed);
	expect(page).toContain("It was already confirmed, so it was not deleted.");
	expect(page).toContain("PRV-00000001");
	expect(page).not.toContain(deleted);
});
