import { shortcuts, turnShortcuts, useAreShortcutsOn } from "../layout/shortcuts.ts";
import { Page } from "../layout/page.tsx";

/** Lists the keys, and turns them off and on. */
export default function KeyboardPage() {
	const isOn = useAreShortcutsOn();
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
			<button aria-pressed={isOn} onClick={() => turnShortcuts(!isOn)}>
				{isOn ? "Turn off shortcuts in this browser" : "Turn on shortcuts in this browser"}
			</button>
		</Page>
	);
}
