import { Form, Link } from "react-router";
import { startPath } from "../studio/paths.ts";
import { countOf } from "../words.ts";

/** The number of finished steps, and the next one. */
export type FirstStepsData = { done: number; all: number; next: { path: string; title: string } };

/** One line that links to the first steps, until they are done or hidden. */
export function FirstStepsNotice({ firstSteps: { done, all, next } }: { firstSteps: FirstStepsData }) {
	return (
		<section aria-label="Setup" className="studio-notice">
			<span>
				<strong className="number">{countOf(all - done, `${all - done} setup steps`, "1 setup step")} left</strong>.
				Next: <Link to={next.path}>{next.title}</Link>
			</span>
			<Form method="post" action={startPath}>
				<button name="do" value="hide">
					Hide
				</button>
			</Form>
		</section>
	);
}
