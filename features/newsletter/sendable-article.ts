import type { IssueText } from "./issue-store.server.ts";

/** An article as it can be sent. */
export type SendableArticle = IssueText & { slug: string; description: string };

/** Finds an article that is public, by its slug or an earlier slug. */
export type FindArticle = (slug: string) => SendableArticle | undefined;
