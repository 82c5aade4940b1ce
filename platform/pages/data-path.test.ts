import { expect, test } from "vitest";
import { findPageOfData, nameData } from "./data-path.ts";

test.each([
	["/", "/_.data"],
	["/faq", "/faq.data"],
	["/blog/feed.xml", "/blog/feed.xml.data"],
])("the page %s has its data at %s", (page, data) => {
	expect([nameData(page), findPageOfData(data), findPageOfData(page)]).toEqual([data, page, page]);
});
