import { Page } from "../layout/page.tsx";
import { shortcuts, shortcutsChoice } from "../layout/shortcuts.ts";
import { opensNext } from "../work/after-action.ts";

/** Lists the keys, and turns them off and on. */
export default function KeyboardPage() {
	const isOn = shortcutsChoice.useIsOn(true);
	const isNextOpened = opensNext.useIsOn(true);
	return (
		<Page title="Keyboard shortcuts" subtitle="Work anywhere outside a text field">
			<table>
				<caption className="sr-only">Keys</caption>
				<thead>
					<tr>
						<th scope="col">Key</th>
						<th scope="col">Action</th>
					</tr>
				</thead>
				<tbody>
					{shortcuts.map(({ key, does }) => (
						<tr key={key}>
							<th scope="row">
								<kbd>{key}</kbd>
							</th>
							<td data-label="Action">{does}</td>
						</tr>
					))}
				</tbody>
			</table>
			<button aria-pressed={isOn} onClick={() => shortcutsChoice.turn(!isOn)}>
				{isOn ? "Turn off shortcuts in this browser" : "Turn on shortcuts in this browser"}
			</button>
			<section aria-labelledby="after-action">
				<h2 id="after-action">After an action</h2>
				<p>
					Choose what opens once you have moved a record to a closed stage, snoozed it or marked it as spam. “Send and
					next” always opens the next record.
				</p>
				<div className="inline-form">
					<label htmlFor="opens-next">Then</label>
					<select
						id="opens-next"
						value={isNextOpened ? "next" : "stay"}
						onChange={(event) => opensNext.turn(event.target.value === "next")}
					>
						<option value="next">Open the next record</option>
						<option value="stay">Stay on the record</option>
					</select>
				</div>
			</section>
		</Page>
	);
}
