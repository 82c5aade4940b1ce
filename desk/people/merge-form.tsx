import { Form, Link } from "react-router";
import type { ProbableDuplicate } from "../../core/people/list-duplicates.server.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { TextField } from "../../ui/field.tsx";
import { RecordFields } from "../records/record-fields.tsx";
import { ValueText } from "../records/shown-value.tsx";
import type { ShownField, ShownValue } from "../records/values.ts";

/** Two addresses of the person that a member merged. */
export type ShownMerge = { id: string; address: string; other: string; author: string; at: ShownValue };

/** The person of another address, before the merge. */
export type MergeCandidate = { address: string; reference: string; fields: ShownField[] };

/** The merged addresses of a person, each with its undo, probable ones, and the form for another one. */
export function MergeForm({
	path,
	merges,
	duplicates,
	typed,
	errors,
}: {
	/** Of the person's page. */
	path: string;
	merges: ShownMerge[];
	duplicates: ProbableDuplicate[];
	/** The address that was refused. */
	typed: string | undefined;
	errors: readonly FieldError[];
}) {
	return (
		<section aria-labelledby="merged">
			<h2 id="merged">Other addresses</h2>
			{merges.length > 0 && (
				<ul className="person-list">
					{merges.map(({ id, address, other, author, at }) => (
						<li key={id}>
							<p>
								{address} is also {other}
								<span className="aside">
									{author}, <ValueText value={at} />
								</span>
							</p>
							<Form method="post" action={path} preventScrollReset>
								<input type="hidden" name="id" value={id} />
								<button name="do" value="undo">
									Separate
								</button>
							</Form>
						</li>
					))}
				</ul>
			)}
			{duplicates.length > 0 && (
				<>
					<h3>Probably the same person</h3>
					<ul className="person-list">
						{duplicates.map(({ address, name, reference, shares }) => (
							<li key={address}>
								<p>
									<Link to={`/people/of/${encodeURIComponent(reference)}`} dir="auto">
										{name}
									</Link>{" "}
									{address}
									<span className="aside">Same {shares.join(", ")}</span>
								</p>
								<Form method="post" action={path}>
									<input type="hidden" name="other" value={address} />
									<button name="do" value="review">
										Merge…<span className="sr-only"> with {address}</span>
									</button>
								</Form>
							</li>
						))}
					</ul>
				</>
			)}
			{/* Another merge begins with an empty field. */}
			<details key={merges.length} className="merge-another" open={typed !== undefined}>
				<summary>Add another address</summary>
				<Form method="post" action={path} className="form" noValidate preventScrollReset>
					<TextField
						name="other"
						type="email"
						label="Other e-mail address"
						hint="Where this person writes from, too."
						autoComplete="off"
						defaultValue={typed}
						errors={errors}
					/>
					<button name="do" value="review">
						Review merge
					</button>
				</Form>
			</details>
		</section>
	);
}

/** Shows both sides of a merge, to be confirmed. */
export function MergeReview({
	path,
	email,
	candidate: { address, reference, fields },
}: {
	path: string;
	email: string;
	candidate: MergeCandidate;
}) {
	return (
		<section className="merge-review" aria-labelledby="merge">
			<h2 id="merge">
				Merge {email} and {address}?
			</h2>
			<RecordFields fields={fields} reference={reference} />
			<p>
				Both then share one contact history, and exporting or erasing the person covers both. You can separate them at
				any time.
			</p>
			<Form method="post" action={path} className="inline-form">
				<input type="hidden" name="other" value={address} />
				<button name="do" value="merge" className="button-main">
					Merge
				</button>
				<Link to={path}>Cancel</Link>
				<Link to={`/people/of/${encodeURIComponent(reference)}`}>Contact history of {address}</Link>
			</Form>
		</section>
	);
}
