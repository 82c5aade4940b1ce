/** The kinds of pages that the search of the site names. */
export type PageKind = "service" | "case-study" | "article" | "job" | "page";
