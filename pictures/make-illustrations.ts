/**
 * Draws every illustration and writes it below content/pictures; the same source gives the same bytes.
 *
 * `node_modules/.bin/node pictures/make-illustrations.ts [filter]` draws those whose path contains the filter, or all.
 * Throws when a picture is larger than 12 KB, leaves its frame or has not exactly one element in the accent colour.
 */

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { homeIllustrations } from "./illustrations/scenes-home.ts";
import { appIllustrations } from "./illustrations/scenes-service-app.ts";
import { designIllustrations } from "./illustrations/scenes-service-design.ts";
import { marketingIllustrations } from "./illustrations/scenes-service-marketing.ts";
import { erpIllustrations } from "./illustrations/scenes-service-erp.ts";
import { securityIllustrations } from "./illustrations/scenes-service-security.ts";
import { crmIllustrations } from "./illustrations/scenes-service-crm.ts";
import { aiIllustrations } from "./illustrations/scenes-service-ai.ts";
import { websiteIllustrations } from "./illustrations/scenes-service-website.ts";
import { visitIllustrations } from "./illustrations/scenes-pages-visit.ts";
import { companyIllustrations } from "./illustrations/scenes-pages-company.ts";
import { peopleIllustrations } from "./illustrations/scenes-people.ts";
import { galleryIllustrations } from "./illustrations/scenes-gallery.ts";
import { blogIllustrations } from "./illustrations/scenes-blog.ts";

const maxBytes = 12 * 1024;
const target = fileURLToPath(new URL("../content/pictures", import.meta.url));

/** What to draw, by path below content/pictures. */
const illustrations: Readonly<Record<string, () => string>> = {
	...homeIllustrations,
	...appIllustrations,
	...designIllustrations,
	...marketingIllustrations,
	...erpIllustrations,
	...securityIllustrations,
	...crmIllustrations,
	...aiIllustrations,
	...websiteIllustrations,
	...companyIllustrations,
	...visitIllustrations,
	...peopleIllustrations,
	...galleryIllustrations,
	...blogIllustrations,
};

const filter = process.argv[2] ?? "";
let count = 0;
for (const [path, draw] of Object.entries(illustrations)) {
	if (!path.includes(filter)) continue;
	const svg = draw();
	const bytes = Buffer.byteLength(svg);
	if (bytes > maxBytes) throw new Error(`${path} has ${bytes} bytes, more than ${maxBytes}`);
	await mkdir(dirname(join(target, path)), { recursive: true });
	await writeFile(join(target, path), svg);
	count += 1;
}
console.log(`${count} illustrations`);
