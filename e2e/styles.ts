import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readFolders } from "../platform/config.ts";
import type { Page } from "@playwright/test";

/** Lists the classes of a page's elements for which only the whole stylesheet has rules, but not the page's subset. */
export async function listUnstyledClasses(page: Page): Promise<string[]> {
	const file = readdirSync(join(readFolders().buildDirectory, "client", "assets")).find((name) =>
		/^styles-.*\.css$/.test(name),
	);
	return page.evaluate(async (address) => {
		const whole = new CSSStyleSheet();
		whole.replaceSync(await (await fetch(address)).text());
		const known = listClasses(whole);
		const styled = new Set([...document.styleSheets].flatMap((sheet) => [...listClasses(sheet)]));
		const used = new Set([...document.querySelectorAll("[class]")].flatMap((element) => [...element.classList]));
		return [...used].filter((name) => known.has(name) && !styled.has(name));

		function listClasses(sheet: CSSStyleSheet): Set<string> {
			const classes = new Set<string>();
			const rules: CSSRule[] = [...sheet.cssRules];
			for (const rule of rules) {
				if (rule instanceof CSSGroupingRule || rule instanceof CSSStyleRule) rules.push(...rule.cssRules);
				if (rule instanceof CSSStyleRule)
					for (const [, name = ""] of rule.selectorText.matchAll(/\.((?:\\.|[\w-])+)/g))
						classes.add(name.replaceAll("\\", ""));
			}
			return classes;
		}
	}, `/assets/${file}`);
}
