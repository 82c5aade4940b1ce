import { DeskPage, type Frame } from "./layout.server.tsx";
import { renderPage } from "./render-page.server.ts";

/** Words for what staff can do about an error. */
const messages: Record<number, string> = {
	404: "There is nothing at this address. What is older than its term is erased, and what a person asked us to erase.",
	421: "The desk does not answer under this name. Open it as localhost, or set DESK_URL to the address that you use.",
	503: "The database or the disk does not answer. Try again in a minute.",
};

/**
 * Writes what is shown instead of a page that could not be.
 *
 * @param message why something that was sent was refused
 */
export function renderErrorPage(frame: Frame, status: number, message: string | undefined): string {
	return renderPage(
		<DeskPage frame={frame} title={`Error ${status}`}>
			<h1>{status === 404 ? "Not found" : `Error ${status}`}</h1>
			<p className="remark">{message ?? messages[status] ?? "Something went wrong. The server’s log says more."}</p>
		</DeskPage>,
	);
}
