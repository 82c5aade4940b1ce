import { Form } from "react-router";

/** Turns e-mails of one kind on and off; they link here. */
export function EmailChoice({
	id,
	title,
	field,
	isOn,
	texts,
}: {
	/** Of the section, and the action that its form asks for. */
	id: string;
	title: string;
	/** The form's field for the choice. */
	field: string;
	isOn: boolean;
	texts: { on: string; off: string };
}) {
	return (
		<section aria-labelledby={id}>
			<div className="heading-row">
				<h2 id={id} tabIndex={-1}>
					{title}
				</h2>
				<Form method="post" action="/account" preventScrollReset>
					<input type="hidden" name={field} value={isOn ? "no" : "yes"} />
					<button name="action" value={id}>
						{isOn ? "Turn off" : "Turn on"}
					</button>
				</Form>
			</div>
			<p className="remark">{isOn ? texts.on : texts.off}</p>
		</section>
	);
}
