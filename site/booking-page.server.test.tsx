import { createElement, type ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub, RouterContextProvider } from "react-router";
import { describe, expect, test } from "vitest";
import { demoBookingContext } from "../features/booking/context.server.ts";
import { listEmails } from "../platform/email/email-list-store.ts";
import { databaseKinds } from "../tests/support/databases.ts";
import { createTestDemoBooking, type TestDemoBooking } from "../tests/support/demo-booking.ts";
import BookingPage, { action, loader } from "./routes/booking.tsx";

/** Renders the page at an address, as the server does. */
async function render(demo: TestDemoBooking, token: string, url: URL): Promise<string> {
	const context = new RouterContextProvider();
	context.set(demoBookingContext, demo);
	const loaderData = await loader({ request: new Request(url), params: { token }, context } as never);
	const Component = () => createElement(BookingPage as ComponentType<{ loaderData: unknown }>, { loaderData });
	const Page = createRoutesStub([{ path: "*", Component }]);
	return renderToString(<Page initialEntries={["/"]} />);
}

/** Sends the form of a call's private page and renders the page that follows, as the server does. */
async function post(demo: TestDemoBooking, token: string, intent: string): Promise<string> {
	const context = new RouterContextProvider();
	context.set(demoBookingContext, demo);
	const [params, address] = [{ token }, `https://narangi.example/demo/booking/${token}`];
	const request = new Request(address, { method: "POST", body: new URLSearchParams({ intent }) });
	const answer = await (action({ request, params, context } as never) as Promise<unknown>).catch((thrown) => thrown);
	const next = new URL((answer as Response).headers.get("location") ?? "", address);
	return render(demo, token, next);
}

describe.each(databaseKinds)("the private page of a call on %s", (kind) => {
	test("promises no e-mail when a call that is not confirmed is given back, however often", async () => {
		const demo = await createTestDemoBooking(kind, {
			limits: { livePerAddress: 2, livePerNetwork: 0, perHourUnconfirmed: 0 },
		});
		await demo.book();
		const { token, reference, confirmBy } = await demo.book({ time: "4:00 PM" });
		expect(confirmBy).toBeDefined();
		for (const page of [await post(demo, token, "cancel"), await post(demo, token, "cancel")]) {
			expect(page).toContain("This call is cancelled");
			expect(page).toContain("The slot was released, and we won’t contact you again about it.");
			expect(page).not.toContain("e-mail that");
		}
		const emails = await listEmails(demo.database.db, { now: demo.clock.now(), limit: 50 });
		expect(emails.filter((email) => email.reference === reference)).toEqual([]);
	});

	test("can be confirmed again on the page that answers a failure", async () => {
		const demo = await createTestDemoBooking(kind, {
			limits: { livePerAddress: 2, livePerNetwork: 0, perHourUnconfirmed: 0 },
		});
		await demo.book();
		const { token } = await demo.book({ time: "4:00 PM" });
		const request = await demo.database.db
			.selectFrom("emails")
			.select("parameters")
			.where("kind", "=", "booking-confirm-request")
			.executeTakeFirstOrThrow();
		const { confirmCode } = JSON.parse(request.parameters ?? "{}") as { confirmCode: string };
		const address = new URL(`https://narangi.example/demo/booking/${token}?confirm=${confirmCode}`);
		const next = /action="([^"]+)"[^>]*><input[^>]* value="confirm"/.exec(await render(demo, token, address))?.[1];
		expect(next).toBe(`/demo/booking/${token}?confirm=${confirmCode}`);
		expect(await render(demo, token, new URL(next ?? "", address))).toContain("Confirm the call");
	});

	test("promises the e-mail of a cancelled call, which is sent", async () => {
		const demo = await createTestDemoBooking(kind);
		const { token } = await demo.book();
		expect(await post(demo, token, "cancel")).toContain(
			"It is cancelled. An e-mail that removes it from your calendar is on its way.",
		);
		const emails = await listEmails(demo.database.db, { now: demo.clock.now(), limit: 50 });
		expect(emails.map((email) => email.kind)).toContain("booking-cancelled");
	});
});
