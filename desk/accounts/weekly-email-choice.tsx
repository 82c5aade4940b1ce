import { Form } from "react-router";

/** Turns the weekly e-mail on and off; the e-mail links here. */
export function WeeklyEmailChoice({ isOn }: { isOn: boolean }) {
	return (
		<section aria-labelledby="weekly-email">
			<div className="heading-row">
				<h2 id="weekly-email" tabIndex={-1}>
					E-mail of the week
				</h2>
				<Form method="post" action="/account">
					<input type="hidden" name="wanted" value={isOn ? "no" : "yes"} />
					<button name="action" value="weekly-email">
						{isOn ? "Turn it off" : "Turn it on"}
					</button>
				</Form>
			</div>
			<p className="remark">
				{isOn
					? "On. The numbers of the week before come on Mondays at 8 in the morning."
					: "Off. The numbers stand under “Numbers” at any time."}
			</p>
		</section>
	);
}
