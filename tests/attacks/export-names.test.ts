import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { expect, test } from "vitest";
import yauzl from "yauzl";
import { packPerson } from "../../core/people/person-archive.server.ts";
import { renderPersonPage } from "../../core/people/person-page.server.tsx";
import { testCompany } from "../support/test-server.ts";

const hostileNames = [
	"../../etc/passwd",
	"/etc/passwd",
	"C:\\Windows\\system32\\drivers",
	"\\\\server\\share\\plan.txt",
	"..",
	".",
	"",
	".bashrc",
	"CON",
	"nul.txt",
	"COM1.",
	"plan.txt",
	"PLAN.TXT",
	"plan.txt",
	"plan.txt. . ",
	"   ",
	"plan.txt:stream",
	"a\u0000b\u202Egpj.exe",
	`${"a".repeat(300)}.txt`,
	"😀".repeat(80),
	"lone \uD83D surrogate",
	"C# & 100%25 .txt",
	"Résumé.txt",
];

test("the files of a person's export have names that every system takes, each its own, within the archive's folder", async () => {
	const archive = packPerson({
		addresses: ["asha@visitor.example"],
		records: [
			{
				reference: "ENQ-00000001",
				name: "enquiry",
				names: "enquiries",
				email: "asha@visitor.example",
				at: undefined,
				fields: [],
				text: undefined,
				stored: {},
				work: [],
				emails: [],
				files: hostileNames.map((name, index) => ({ storedAs: `reply-${index}`, name, bytes: 4 })),
			},
		],
		files: { read: async () => Readable.from([Buffer.from("text")], { objectMode: false }) },
		company: testCompany,
		now: Temporal.Instant.from("2026-11-23T06:00:00Z"),
		renderPage: renderPersonPage,
	});
	// It refuses absolute paths, "..", and backslashes itself.
	const zip = await yauzl.fromBufferPromise(await buffer(archive));
	const names: string[] = [];
	let page = "";
	for await (const entry of zip.eachEntry()) {
		names.push(entry.fileName);
		if (entry.fileName === "index.html") page = await text(await zip.openReadStreamPromise(entry));
	}
	const packed = names.filter((name) => name.startsWith("files/"));
	expect(names).toHaveLength(hostileNames.length + 2);
	expect(packed).toHaveLength(hostileNames.length);
	expect(new Set(packed.map((name) => name.toLowerCase())).size).toBe(packed.length);
	for (const name of packed)
		expect(name).toMatch(/^files\/ENQ-00000001\/\d+-[^\p{Cc}\p{Cf}\uFFFD/\\:*?"<>|]{0,100}(?<![. ])$/u);
	const links = Array.from(page.matchAll(/<a href="([^"]*)"/g), ([, link = ""]) => link.replaceAll("&amp;", "&"));
	// As a browser follows them: a fragment is no part of the path.
	const reached = links.map((link) => decodeURIComponent(new URL(link, "file:///").pathname.slice(1)));
	expect(reached.toSorted()).toEqual(packed.toSorted());
});
