import { expect, test } from "vitest";
import { listForms, listTexts } from "./list-texts.ts";

test("a page's texts are listed once and in order, with those read aloud and without scripts", () => {
	const html = `<title>Looms</title><script>"Not said"</script><style>p { color: red }</style>
		<nav aria-label="Main"><a href="/">Home</a></nav>
		<p>We <b>weave</b>\n wool.</p><p>We weave wool.</p><img alt="A loom"><input placeholder="Your name">
		<svg><title>An icon</title></svg><ul><li>One</li><li>Two</li></ul><pre>First line\n  second line</pre><p>42</p>`;
	expect(listTexts(html)).toEqual([
		"Looms",
		"Main",
		"Home",
		"We weave wool.",
		"A loom",
		"Your name",
		"One",
		"Two",
		"First line",
		"second line",
	]);
});

test("a list of the world's countries is left out", () => {
	const options = (count: number) =>
		Array.from({ length: count }, (_, index) => `<option>Land ${index}</option>`).join("");
	expect(listTexts(`<select>${options(2)}</select>`)).toEqual(["Land 0", "Land 1"]);
	expect(listTexts(`<select>${options(200)}</select>`)).toEqual([]);
});

test("a POST form has its initial values and its buttons", () => {
	const html = `<form action="/search"><button>Search</button></form>
		<form method="post" action="/desk" enctype="multipart/form-data"><input type="hidden" name="version" value="1">
		<input name="text"><input type="checkbox" name="stays" value="yes" checked><button name="do" value="save">Save</button>
		<button type="button">Preview</button><button>Send</button></form>`;
	expect(listForms(html)).toEqual([
		{
			action: "/desk",
			isMultipart: true,
			fields: [
				["version", "1"],
				["stays", "yes"],
			],
			buttons: [
				["do", "save"],
				["", ""],
			],
		},
	]);
});
