import { Link } from "react-router";
import { Page } from "../layout/page.tsx";

/** The page of a bulk action without selected records. */
export function NothingChosen({ title, text }: { title: string; text: string }) {
	return (
		<Page title={title}>
			<p className="empty">
				{text} <Link to="..">Back to the list</Link>
			</p>
		</Page>
	);
}
