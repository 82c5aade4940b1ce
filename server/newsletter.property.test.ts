import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeArticleHtml } from "../features/newsletter/article-html.server.ts";
import { createIssues } from "../features/newsletter/issues.server.ts";
import { createIssueSender } from "../features/newsletter/send-issues.server.ts";
import { createContentBuilder } from "../features/publishing/documents/build-content.server.ts";
import { applyOverlay, readOverlay } from "../features/publishing/releases/release-store.server.ts";
import { createTestClock } from "../tests/support/clock.ts";
import { serverDatabaseKinds, openTestDatabase } from "../tests/support/databases.ts";
import { createPublicationModel, publicationStep, takeStep } from "../tests/support/publications.ts";
import { renderEmails } from "../tests/support/rendered-emails.ts";
import { createTestStudio, readTestContent } from "../tests/support/studios.ts";
import { insertSubscriber } from "../tests/support/subscribers.ts";
import { testCompany } from "../tests/support/test-server.ts";
import { findArticle } from "./find-article.ts";

const slug = "first-page-of-the-month";
const publicUrl = "https://narangi.example";
const mostSteps = 20;
const step = fc.oneof(
	{ weight: 3, arbitrary: publicationStep },
	{ weight: 1, arbitrary: fc.constant({ do: "send" as const }) },
);

describe.each(serverDatabaseKinds)("a newsletter on %s", (kind) => {
	test("brings the article as it is public then, after any edits, publications, restores and resets", async () => {
		const base = await readTestContent();
		const builder = createContentBuilder();
		await fc.assert(
			fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: mostSteps }), async (steps) => {
				const database = await openTestDatabase(kind);
				const clock = createTestClock();
				const { studio } = await createTestStudio(database, { clock });
				const model = createPublicationModel();
				const readServed = async () => builder.build(applyOverlay(base, await readOverlay(database.db)));
				let content = await readServed();
				const deps = {
					database,
					clock,
					messageIdDomain: "narangi.example",
					findArticle: (of: string) => findArticle({ content, otherAddresses: new Map() }, of),
				};
				const onEmails = () => undefined;
				const issues = createIssues({ ...deps, company: testCompany, publicUrl, onEmails });
				// One e-mail a turn.
				const { write } = createIssueSender({ ...deps, perHour: 360, onNewsletters: onEmails });
				await database.write(async (transaction) => {
					for (let index = 0; index <= mostSteps; index++) {
						const reference = `SUB-${String(index).padStart(8, "0")}`;
						await insertSubscriber(transaction, { reference, email: `${index}@reader.example` }, clock.now());
					}
				});
				const article = deps.findArticle(slug);
				if (!article) throw new Error(`There is no article ${slug}`);
				const seen = { subject: article.title, preheader: article.description };
				await issues.send(database, await issues.open(database, article, "editor"), { dueAt: undefined, seen });
				for (const one of steps) {
					if (one.do !== "send") {
						await takeStep(one, studio, model, base.documents);
						continue;
					}
					content = await readServed();
					expect(await write()).toBe(1);
					clock.advance({ seconds: 10 });
					const documents = new Map([...base.documents, ...model.published]);
					const { posts } = await createContentBuilder().build({ ...base, documents });
					const html = posts.find((post) => post.slug === slug)?.html ?? "";
					const [email] = (await renderEmails({ database, clock })).filter((other) => other.kind === "newsletter");
					const { accentColour } = testCompany;
					expect(email?.html).toContain(
						writeArticleHtml(html, { articleUrl: `${publicUrl}/blog/${slug}`, accentColour }),
					);
					const { title } = posts.find((post) => post.slug === slug) ?? {};
					expect(await database.db.selectFrom("newsletterIssues").select("title").execute()).toEqual([{ title }]);
					await database.db.updateTable("emails").set({ state: "sent" }).execute();
				}
				await database.close();
			}),
			{ numRuns: kind === "sqlite" ? 15 : 5 },
		);
	});
});
