import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readContentFolder } from "../documents/content-source.server.ts";
import { cropAround } from "./crop.ts";
import { fitsShape, getShape, pictureShapeNames, shapeOfPlace } from "./picture-shapes.ts";
import { createUsesReader } from "./uses-reader.server.ts";

test("every picture of the content has the sides and the size of its place's shape", async () => {
	const { documents, pictures } = await readContentFolder(fileURLToPath(new URL("../../../content", import.meta.url)));
	const uses = createUsesReader()([...documents].map(([document, published]) => ({ document, published })));
	const faults = [...uses].flatMap(([src, places]) =>
		places.flatMap(({ document, field }) => {
			const picture = pictures.get(src);
			const shape = shapeOfPlace(document, field);
			const { maxBytes } = getShape(shape);
			// Sections of pages take pictures of any shape.
			const isNamed = shape !== "free" || document.startsWith("landing-pages/");
			return picture && isNamed && fitsShape(shape, picture) && picture.bytes <= maxBytes
				? []
				: [`${document}: ${field}: ${src} is no ${shape}`];
		}),
	);
	expect(uses.size).toBeGreaterThan(50);
	expect(faults).toEqual([]);
});

test.each(pictureShapeNames)("a picture cut for %s has its sides, wherever its focal point is", (name) => {
	const { ratio } = getShape(name);
	for (const size of [
		{ width: 2_560, height: 1_707 },
		{ width: 900, height: 2_000 },
	])
		for (const focal of [
			{ x: 0, y: 0 },
			{ x: 0.5, y: 0.5 },
			{ x: 1, y: 1 },
		]) {
			const box = cropAround(size, focal, ratio);
			expect(fitsShape(name, box)).toBe(true);
			expect(box.left).toBeGreaterThanOrEqual(0);
			expect(box.top).toBeGreaterThanOrEqual(0);
			expect(box.left + box.width).toBeLessThanOrEqual(size.width);
			expect(box.top + box.height).toBeLessThanOrEqual(size.height);
		}
});

test("the focal point is in the middle where the edges allow it", () => {
	expect(cropAround({ width: 1_000, height: 400 }, { x: 0.6, y: 0.5 }, [1, 1])).toEqual({
		left: 400,
		top: 0,
		width: 400,
		height: 400,
	});
});
