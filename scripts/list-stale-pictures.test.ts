import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { illustrations } from "../pictures/illustrations/illustrations.ts";
import { accentFill } from "../pictures/illustrations/palette.ts";
import { listStalePictures } from "./list-stale-pictures.ts";

test("lists illustrations in another accent colour, not current, replaced or missing ones", () => {
	const directory = mkdtempSync(join(tmpdir(), "pictures-"));
	onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
	const [fresh = "", stale = "", replaced = ""] = Object.keys(illustrations);
	const write = (path: string, change: (svg: string) => string) => {
		mkdirSync(dirname(join(directory, path)), { recursive: true });
		writeFileSync(join(directory, path), change(illustrations[path]?.() ?? ""));
	};
	write(fresh, (svg) => svg);
	write(stale, (svg) => svg.replaceAll(accentFill, "#F80"));
	write(replaced, () => '<svg xmlns="http://www.w3.org/2000/svg"><path fill="#123456" d="M0 0h9v9z"/></svg>');

	expect(listStalePictures(directory)).toEqual([stale]);
});
