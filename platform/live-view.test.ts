import { expect, test } from "vitest";
import { createLiveView } from "./live-view.ts";

test("a live view has what it shows at that moment, and cannot be written", () => {
	let facts: { name: string; hours: { opens: string }; phone?: string } = { name: "Loom", hours: { opens: "09:00" } };
	const view = createLiveView(() => facts);
	expect(view.hours.opens).toBe("09:00");
	facts = { name: "Weaver", hours: { opens: "10:00" }, phone: "1" };
	expect([view.name, view.hours.opens, "phone" in view]).toEqual(["Weaver", "10:00", true]);
	expect({ ...view }).toEqual(facts);
	expect(JSON.parse(JSON.stringify(view))).toEqual(facts);
	expect(() => (view.name = "Spinner")).toThrow(TypeError);
	expect(facts.name).toBe("Weaver");
});
