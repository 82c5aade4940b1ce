import { Form, Link } from "react-router";
import { startPath } from "../studio/paths.ts";

/** How many of the first steps are done, and the next of them. */
export type FirstStepsData = { done: number; all: number; next: { key: string; title: string } };

/** One line that leads to the first steps of the site, until they are done or somebody has seen enough of it. */
export function FirstStepsNotice({ firstSteps: { done, all, next } }: { firstSteps: FirstStepsData }) {
	return (
		<section aria-label="First steps" className="studio-notice">
			<span>
				<strong className="number">
					{done} of {all} first steps
				</strong>{" "}
				to a site of your own are done. Next: <Link to={`${startPath}#${next.key}`}>{next.title}</Link>
			</span>
			<Form method="post" action={startPath}>
				<button name="do" value="hide">
					Don’t show this here
				</button>
			</Form>
		</section>
	);
}
