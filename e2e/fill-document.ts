import { expect, type Locator, type Page } from "@playwright/test";
import {
	choiceName,
	entryOf,
	findVariant,
	isTaggedUnion,
	itemsName,
	rootName,
} from "../features/publishing/forms/field-names.ts";
import type { FormField, GroupField, LeafField } from "../features/publishing/forms/form-field.ts";

/** Types values into the open form of a document, entry by entry, and waits until they are saved. */
export async function fillDocument(page: Page, form: FormField, fields: unknown): Promise<void> {
	const typed: Typed = [];
	await fill(page, form, { name: rootName, value: fields }, typed);
	await type(page, typed);
}

/** Presses the button that saves a draft, and waits for it. */
export async function keepDraft(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Save draft" }).last().click();
	await expect(page.locator("[data-draft=kept]")).toContainText("Draft saved");
}

/** Inputs with their typed text or choice; `value` tells those of one name apart. */
type Typed = { name: string; value?: string; text?: string; isChosen?: boolean }[];
/** A value with its input. */
type Place = { name: string; value: unknown };

const named = (page: Page, name: string): Locator => page.locator(`.studio-form [name="${name}"]`);

async function fill(page: Page, field: FormField, { name, value }: Place, typed: Typed): Promise<void> {
	switch (field.kind) {
		case "group":
			return fillGroup(page, field, { name, value }, typed);
		case "list": {
			const values = Array.isArray(value) ? value : [];
			const { item } = field;
			if (item.kind === "choice") {
				for (const [index, option] of item.options.entries())
					typed.push({ name: itemsName(name), value: String(index), isChosen: values.includes(option) });
				return;
			}
			const variants = isTaggedUnion(item) ? values.map((entry) => findVariant(item, entry)) : undefined;
			for (const [index, key] of (await makeEntries(page, name, values.length, variants)).entries())
				await fill(page, item, { name: `${name}.${key}`, value: values[index] }, typed);
			return;
		}
		case "record": {
			const entries = Object.entries(value ?? {});
			for (const [index, item] of (await makeEntries(page, name, entries.length)).entries()) {
				const [key, entry] = entries[index] ?? [];
				await fill(page, field.key, { name: `${name}.${item}.key`, value: key }, typed);
				await fill(page, field.value, { name: `${name}.${item}.value`, value: entry }, typed);
			}
			return;
		}
		case "union": {
			const chosen = findVariant(field, value);
			// Entries of several types got theirs when they were added.
			if (!isTaggedUnion(field)) typed.push({ name: choiceName(name), value: String(chosen), isChosen: true });
			const variant = field.variants[chosen];
			return variant && fill(page, variant, { name, value }, typed);
		}
		case "text":
		case "long-text":
		case "markdown":
		case "number":
		case "date":
		case "colour":
		case "boolean":
		case "choice":
		case "fixed":
			return fillLeaf(field, name, value, typed);
	}
}

async function fillGroup(page: Page, field: GroupField, { name, value }: Place, typed: Typed): Promise<void> {
	if (field.isOptional) typed.push({ name: choiceName(name), isChosen: value !== undefined });
	if (field.isOptional && value === undefined) return;
	for (const { key, field: child } of field.fields)
		await fill(page, child, { name: `${name}.${key}`, value: entryOf(value, key) }, typed);
}

/**
 * Adds or removes entries of a list until there are as many; returns their keys.
 * @param variants of the entries, which are then all made anew
 */
async function makeEntries(page: Page, name: string, count: number, variants?: number[]): Promise<string[]> {
	if (variants) {
		await makeEntries(page, name, 0);
		const buttons = page.locator(`[data-entries="${name}"] > .studio-add [data-change=add]`);
		for (const [index, variant] of variants.entries()) {
			await buttons.nth(variant).dispatchEvent("click");
			await expect(named(page, itemsName(name))).toHaveCount(index + 1);
		}
		return listKeys(page, name);
	}
	const items = named(page, itemsName(name));
	const list = page.locator(`[data-entries="${name}"]`);
	for (let there = await items.count(); there !== count; there += there < count ? 1 : -1) {
		// Its own button: nested lists have some too.
		const remove = list
			.locator(":scope > ol > li")
			.last()
			.locator(
				":scope > .studio-entry-head > [data-change=remove], :scope > .studio-entry-buttons > [data-change=remove]",
			);
		await (there < count ? list.locator(":scope > [data-change=add]") : remove).dispatchEvent("click");
		await expect(items).toHaveCount(there + (there < count ? 1 : -1));
	}
	return listKeys(page, name);
}

const listKeys = (page: Page, name: string): Promise<string[]> =>
	named(page, itemsName(name)).evaluateAll((inputs: HTMLInputElement[]) => inputs.map((input) => input.value));

function fillLeaf(field: LeafField, name: string, value: unknown, typed: Typed): void {
	if (field.kind === "fixed") return;
	const isChosen = value === true || (value === undefined && field.fallback === true);
	const given = value ?? field.fallback;
	const text = typeof given === "string" || typeof given === "number" ? String(given) : "";
	if (field.kind === "boolean") typed.push({ name, isChosen });
	else typed.push({ name, text: field.kind === "colour" ? text.toLowerCase() : text });
}

/** All at once: a form has up to three hundred inputs. */
async function type(page: Page, typed: Typed): Promise<void> {
	const missing = await page.evaluate((inputs) => {
		const form = document.querySelector<HTMLFormElement>(".studio-form");
		return inputs.flatMap(({ name, value, text, isChosen }) => {
			const all = [...(form?.querySelectorAll<HTMLInputElement>(`[name="${name}"]`) ?? [])];
			const input = value === undefined ? all[0] : all.find((one) => one.value === value);
			if (!input) return [name];
			if (isChosen !== undefined) {
				if (input.checked !== isChosen) input.click();
				return [];
			}
			// React observes the prototype's setter.
			const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), "value")?.set;
			setter?.call(input, text);
			input.dispatchEvent(new Event("input", { bubbles: true }));
			input.dispatchEvent(new Event("change", { bubbles: true }));
			return input.value === text || input.tagName === "TEXTAREA" ? [] : [`${name} takes no ${text}`];
		});
	}, typed);
	expect(missing).toEqual([]);
}
