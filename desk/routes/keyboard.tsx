import { shortcuts, turnShortcuts, useAreShortcutsOn } from "../layout/shortcuts.ts";
import { Page } from "../layout/page.tsx";

/** Lists the keys, and turns them off and on. */
export default function KeyboardPage() {
	const isOn = useAreShortcutsOn();
	return (
		<Page title="Keyboard" subtitle="Single keys, wherever no field has the focus">
			<table>
				<caption className="sr-only">Keys</caption>
				<thead>
					<tr>
						<th scope="col">Key</th>
						<th scope="col">What it does</th>
					</tr>
				</thead>
				<tbody>
					{shortcuts.map(({ key, does }) => (
						<tr key={key}>
							<th scope="row">
								<kbd>{key}</kbd>
							</th>
							<td data-label="What it does">{does}</td>
						</tr>
					))}
				</tbody>
			</table>
			<button aria-pressed={isOn} onClick={() => turnShortcuts(!isOn)}>
				{isOn ? "Turn the keys off in this browser" : "Turn the keys on in this browser"}
			</button>
		</Page>
	);
}
