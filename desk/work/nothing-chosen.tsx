import { Link } from "react-router";
import { Page } from "../layout/page.tsx";

/** The page of something that is done to several records, opened without any. */
export function NothingChosen({ title, text }: { title: string; text: string }) {
	return (
		<Page title={title}>
			<p className="empty">
				{text} <Link to="..">Back to the list</Link>
			</p>
		</Page>
	);
}
