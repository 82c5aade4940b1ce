import { Form } from "react-router";

/** Turns the weekly e-mail on and off; the e-mail links here. */
export function WeeklyEmailChoice({ isOn }: { isOn: boolean }) {
	return (
		<section aria-labelledby="weekly-email">
			<div className="heading-row">
				<h2 id="weekly-email" tabIndex={-1}>
					Weekly summary
				</h2>
				<Form method="post" action="/account">
					<input type="hidden" name="wanted" value={isOn ? "no" : "yes"} />
					<button name="action" value="weekly-email">
						{isOn ? "Turn off" : "Turn on"}
					</button>
				</Form>
			</div>
			<p className="remark">
				{isOn
					? "You get last week’s figures by e-mail every Monday at 8:00."
					: "Off. See the figures any time under Analytics."}
			</p>
		</section>
	);
}
