import type { RouterContextProvider } from "react-router";

/** A part of a page that is rendered for every query, while the rest of the page, which shows nothing of the query, is made once. */
export type PagePart = {
	/** The path of the page. */
	path: string;
	/** Renders the part as it stands in the whole page; undefined when the request wants something else of the page. */
	render(request: Request, context: RouterContextProvider): Promise<RenderedPart | undefined>;
};

export type RenderedPart = {
	html: string;
	/** The one text in the data of the page's loader that says what the part shows. */
	data: string;
};
