type SideHeadingProps = { id: string; title: string; introduction?: string | undefined; onInk?: boolean };

/** The heading of a section with its introduction beneath, in four columns beside the content. */
export function SideHeading({ id, title, introduction, onInk = false }: SideHeadingProps) {
	return (
		<div className="lg:col-span-4">
			<h2 id={id} className={`text-36 ${onInk ? "text-paper" : ""}`}>
				{title}
			</h2>
			{introduction && <p className="mt-4 max-w-[48ch]">{introduction}</p>}
		</div>
	);
}
