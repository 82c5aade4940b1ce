import type { ShownMember, ShownOperation } from "../api/show-document.server.ts";
import { BreakableText } from "../layout/breakable-text.tsx";
import { DataTable } from "../layout/data-table.tsx";

/** One operation of the API, folded until it is opened. */
export function OperationView({ operation }: { operation: ShownOperation }) {
	const { id, method, path, summary, about, scopes, parameters, body, result, example, responses } = operation;
	return (
		<details id={id} className="operation">
			<summary>
				<code>
					{method} <BreakableText text={path} />
				</code>{" "}
				<span className="operation-summary">{summary}</span>
			</summary>
			{about !== "" && <p>{about}</p>}
			<p>
				Scope: <code>{scopes.join(" or ")}</code>
			</p>
			{parameters.length > 0 && (
				<MemberTable
					caption={`Parameters of ${id}`}
					heading="Parameters"
					members={parameters.map(({ place, ...member }) => ({ ...member, type: `${member.type}, in the ${place}` }))}
				/>
			)}
			{body.length > 0 && <MemberTable caption={`Body of ${id}`} heading="Body" members={body} />}
			{example !== undefined && (
				<pre className="text">
					<code>{example}</code>
				</pre>
			)}
			{result.length > 0 && <MemberTable caption={`Result of ${id}`} heading="Result" members={result} />}
			<h3>Responses</h3>
			<ul>
				{responses.map((response) => (
					<li key={response.status}>
						<code>{response.status}</code> {response.about}
					</li>
				))}
			</ul>
		</details>
	);
}

function MemberTable({ caption, heading, members }: { caption: string; heading: string; members: ShownMember[] }) {
	return (
		<>
			<h3>{heading}</h3>
			<DataTable caption={caption} columns={["Name", "Type", "Meaning"]}>
				{members.map(({ name, type, isRequired, about }) => (
					<tr key={name}>
						<th scope="row">
							<code>{name}</code>
						</th>
						<td data-label="Type">{isRequired ? type : `${type} (optional)`}</td>
						<td data-label="Meaning">{about}</td>
					</tr>
				))}
			</DataTable>
		</>
	);
}
