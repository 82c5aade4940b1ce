import { createElement, type ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { storeApplication } from "../tests/support/applications.ts";
import { createTestInterviews } from "../tests/support/interviews.ts";
import { testCompany } from "../tests/support/test-server.ts";
import { listChoice } from "./choose-time.ts";
import InterviewPage from "./routes/interview.tsx";

test("the private page of an interview names the zone of the offer, also after the company has moved to another", async () => {
	const { offer, manage, database } = await createTestInterviews("sqlite");
	const { token } = await offer(await storeApplication(database));
	const interview = await manage.find(token);
	const choice = listChoice(await manage.listFree(token), interview?.timeZone ?? "", "");
	const company = { ...testCompany, timeZone: "Europe/Berlin", timeZoneLabel: "Berlin" };
	const loaderData = { path: `/career/interview/${token}`, interview, done: null, choice, company };
	const Component = () => createElement(InterviewPage as ComponentType<{ loaderData: unknown }>, { loaderData });
	const Page = createRoutesStub([{ path: "*", Component }]);
	const page = renderToString(<Page initialEntries={["/"]} />).replaceAll("<!-- -->", "");
	expect(page).toContain("Kolkata time");
	expect(page).not.toContain("Berlin");
});
