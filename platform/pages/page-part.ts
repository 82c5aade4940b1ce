import type { RouterContextProvider } from "react-router";

/** A part of a page that is rendered for every query, while the rest of the page, which does not depend on the query, is made once. */
export type PagePart = {
	/** Path of the page. */
	path: string;
	/** Renders the part as it appears in the whole page; undefined if the request asks for something else of the page. */
	render(request: Request, context: RouterContextProvider): Promise<RenderedPart | undefined>;
};

export type RenderedPart = {
	html: string;
	/** The one text in the data of the page's loader that describes what the part shows. */
	data: string;
};
