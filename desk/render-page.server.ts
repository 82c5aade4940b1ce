import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** Renders a whole document. */
export function renderPage(page: ReactElement): string {
	return `<!DOCTYPE html>${renderToStaticMarkup(page)}`;
}
