import { expect, test } from "vitest";
import { createKeyedQueue } from "./keyed-queue.ts";

test("tasks with the same key run one after the other, in order, and others beside them", async () => {
	const inTurn = createKeyedQueue();
	const log: string[] = [];
	const { promise: otherEnded, resolve: endOther } = Promise.withResolvers<void>();
	const task = (name: string, work?: () => Promise<void>) => async () => {
		log.push(`${name} begins`);
		await work?.();
		log.push(`${name} ends`);
		return name;
	};
	const results = await Promise.all([
		inTurn(
			"a",
			task("first", () => otherEnded),
		),
		inTurn("a", task("second")),
		inTurn(
			"b",
			task("other", async () => endOther()),
		),
	]);
	expect(results).toEqual(["first", "second", "other"]);
	expect(log.indexOf("first ends")).toBeLessThan(log.indexOf("second begins"));
	expect(log.indexOf("other begins")).toBeLessThan(log.indexOf("first ends"));
});

test("a task that fails fails alone", async () => {
	const inTurn = createKeyedQueue();
	const failing = inTurn("a", async () => Promise.reject(new Error("no")));
	const following = inTurn("a", async () => "yes");
	await expect(failing).rejects.toThrow("no");
	expect(await following).toBe("yes");
	expect(await inTurn("a", async () => "again")).toBe("again");
});
