type ItemRowProps = {
	items: { title: string; description: string }[];
	onInk?: boolean;
	/** Whether the order counts. */
	ordered?: boolean;
};

const columns: Record<number, string> = { 2: "", 3: "lg:grid-cols-3" };

/** Short texts side by side as in a calendar, four in a row. */
export function ItemRow({ items, onInk = false, ordered = false }: ItemRowProps) {
	const List = ordered ? "ol" : "ul";
	return (
		<List className={`mt-10 grid md:grid-cols-2 lg:mt-14 ${columns[items.length] ?? "lg:grid-cols-4"}`}>
			{items.map((item, index) => (
				<li key={index} className={`border-t-2 py-6 md:pr-8 ${onInk ? "border-accent-on-dark" : "border-accent-ui"}`}>
					<h3 className={`text-22 ${onInk ? "text-paper" : ""}`}>{item.title}</h3>
					<p className="mt-2 text-16">{item.description}</p>
				</li>
			))}
		</List>
	);
}
