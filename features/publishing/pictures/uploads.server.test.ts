import { expect, test } from "vitest";
import type { UploadedFile } from "../../../platform/http/receive-files.ts";
import { createUploads } from "./uploads.server.ts";

const chosen = (name: string) => ({ name, contentType: "image/jpeg", file: {} }) as UploadedFile;

/** Takes files; a slow one once released. */
function createTaker() {
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	const discarded: string[] = [];
	const errors: unknown[] = [];
	return {
		release,
		discarded,
		errors,
		deps: {
			async take({ name }: UploadedFile) {
				if (name === "broken.jpg") throw new Error("broken");
				if (name === "slow.jpg") await released;
				return name === "small.jpg" ? { name, refused: "Too small" } : { name, path: `pictures/${name}` };
			},
			discard: async ({ name }: UploadedFile) => void discarded.push(name),
			reportError: (error: unknown) => void errors.push(error),
		},
	};
}

test("pictures that are soon stored are reported at once, each refusal by its name", async () => {
	const { deps, discarded, errors } = createTaker();
	const files = ["a.jpg", "small.jpg", "broken.jpg", "b.jpg"].map(chosen);
	expect(await createUploads().start("asha", files, deps)).toEqual({
		done: {
			report: {
				taken: [
					{ name: "a.jpg", path: "pictures/a.jpg" },
					{ name: "b.jpg", path: "pictures/b.jpg" },
				],
				refused: [
					{ name: "small.jpg", why: "Too small" },
					{ name: "broken.jpg", why: "Could not be stored. Upload it again." },
				],
			},
			left: 0,
		},
	});
	expect(discarded).toEqual(["a.jpg", "small.jpg", "broken.jpg", "b.jpg"]);
	expect(errors).toHaveLength(1);
});

test("pictures that take long are stored after the response, and their progress is shown to their account", async () => {
	const { deps, discarded, release } = createTaker();
	const uploads = createUploads({ patienceMs: 1, mostRunning: 1 });
	const started = await uploads.start("asha", ["small.jpg", "slow.jpg", "c.jpg"].map(chosen), deps);
	const key = "key" in started ? started.key : "";
	expect(uploads.find("asha", key)).toMatchObject({
		left: 2,
		report: { taken: [], refused: [{ name: "small.jpg", why: "Too small" }] },
	});
	expect(uploads.find("robin", key)).toBeUndefined();
	expect(await uploads.start("robin", [chosen("d.jpg")], deps)).toMatchObject({
		done: { report: { refused: [{ name: "d.jpg", why: expect.stringContaining("Too many uploads") }] } },
	});
	release();
	await expect.poll(() => uploads.find("asha", key)?.left).toBe(0);
	expect(uploads.find("asha", key)?.report.taken.map(({ name }) => name)).toEqual(["slow.jpg", "c.jpg"]);
	expect(discarded).toEqual(["small.jpg", "d.jpg", "slow.jpg", "c.jpg"]);
});

test("pictures under way are stored before the server stops", async () => {
	const { deps, release } = createTaker();
	const uploads = createUploads({ patienceMs: 1 });
	const started = await uploads.start("asha", ["slow.jpg", "b.jpg"].map(chosen), deps);
	const finished = uploads.finish();
	release();
	await finished;
	expect(uploads.find("asha", "key" in started ? started.key : "")).toEqual({
		left: 0,
		report: {
			taken: [
				{ name: "slow.jpg", path: "pictures/slow.jpg" },
				{ name: "b.jpg", path: "pictures/b.jpg" },
			],
			refused: [],
		},
	});
});

test("a server that has waited long enough to stop refuses the pictures it has not begun, and says so", async () => {
	const { deps, release, discarded } = createTaker();
	const uploads = createUploads({ patienceMs: 1, finishMs: 1 });
	const started = await uploads.start("asha", ["slow.jpg", "b.jpg"].map(chosen), deps);
	await uploads.finish();
	release();
	await expect.poll(() => discarded).toEqual(["slow.jpg", "b.jpg"]);
	expect(uploads.find("asha", "key" in started ? started.key : "")?.report.refused).toEqual([
		{ name: "b.jpg", why: "The server was stopped before this file was stored. Upload it again in a minute." },
	]);
});
