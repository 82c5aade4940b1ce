/** Checkboxes for the categories of the blog; none chosen means all of them. */
export function TopicChoices({ topics, chosen }: { topics: readonly string[]; chosen: readonly string[] }) {
	return (
		<fieldset aria-describedby="topics-hint">
			<legend className="font-semibold">Topics</legend>
			<p id="topics-hint" className="hint">
				Choose none to get every article.
			</p>
			<div className="mt-2 flex flex-wrap gap-x-6">
				{topics.map((topic) => (
					<label key={topic} className="inline-flex min-h-11 items-center gap-3 text-16">
						<input
							type="checkbox"
							name="topics"
							value={topic}
							defaultChecked={chosen.includes(topic)}
							className="size-5 accent-accent-ui"
						/>
						{topic}
					</label>
				))}
			</div>
		</fieldset>
	);
}
