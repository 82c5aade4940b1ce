import sharp from "sharp";
import { expect, test } from "vitest";
import { ContentError } from "./content-error.ts";
import { measurePicture } from "./folder-file.server.ts";

const createAvif = () =>
	sharp({ create: { width: 90, height: 70, channels: 3, background: "#c40" } })
		.avif()
		.toBuffer();

test.each(["avif", "avis", "mif1", "miaf", "MA1B"])("an AVIF of the major brand %s is measured", async (brand) => {
	const avif = await createAvif();
	avif.write(brand, 8, "latin1");
	expect(measurePicture("pictures/people/asha.avif", avif)).toEqual({ width: 90, height: 70 });
});

test("a file named .avif that browsers show as none, such as a HEIC, is refused with what to do", async () => {
	const named = async (brands: string[]) => {
		const file = await createAvif();
		for (const [index, brand] of brands.entries()) file.write(brand, [8, 16, 20, 24][index] ?? 0, "latin1");
		return file;
	};
	const png = await sharp(await createAvif())
		.png()
		.toBuffer();
	for (const file of [
		await named(["heic", "heic", "mif1", "miaf"]),
		await named(["mif1", "mif1", "miaf", "MA1B"]),
		png,
	]) {
		const measure = () => measurePicture("pictures/people/asha.avif", file);
		expect(measure).toThrow(ContentError);
		expect(measure).toThrow("is not an AVIF that browsers show; save it again as AVIF");
	}
	expect(measurePicture("uploads/people/asha.png", png)).toEqual({ width: 90, height: 70 });
});
