import { Form } from "react-router";
import { DataTable } from "../layout/data-table.tsx";
import { ValueText } from "../records/shown-value.tsx";
import type { ShownTrial } from "./show-operations.server.ts";

/** The trials of the public site by itself, and the button for another one. */
export function SelfTrial({
	isHourly,
	email,
	trials,
}: {
	isHourly: boolean;
	/** Gets the confirmations. */
	email: string | undefined;
	trials: ShownTrial[];
}) {
	return (
		<section aria-labelledby="self-trial">
			<h2 id="self-trial">Self-test</h2>
			<p className="remark">
				{isHourly ? "Every hour, a" : "A"} test visitor books a call, applies for a position and sends an enquiry
				through the public address. The server checks that each was stored, and removes it at once: no time is taken,
				and no webhook, list or figure shows it.{" "}
				{email === undefined ? (
					<>
						To test e-mail as well, set <code>SELF_TRIAL_EMAIL</code> to an address of your own.
					</>
				) : (
					<>The confirmation of the enquiry goes to {email}.</>
				)}
			</p>
			<Form method="post" action="/operations#self-trial" preventScrollReset>
				<button name="do" value="try-site">
					Run self-test
				</button>
			</Form>
			{trials.length > 0 && (
				<DataTable caption="Latest self-tests" columns={["Started", "Result", "Details"]}>
					{trials.map(({ id, at, isWell, texts }) => (
						<tr key={id}>
							<th scope="row">
								<ValueText value={at} />
							</th>
							<td data-label="Result">{isWell === undefined ? "None" : isWell ? "Passed" : "Failed"}</td>
							<td data-label="Details">{texts.join(" ")}</td>
						</tr>
					))}
				</DataTable>
			)}
		</section>
	);
}
