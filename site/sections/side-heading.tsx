type SideHeadingProps = { id: string; title: string; introduction: string };

/** The heading of a section with its introduction beneath, in four columns beside the content. */
export function SideHeading({ id, title, introduction }: SideHeadingProps) {
	return (
		<div className="lg:col-span-4">
			<h2 id={id} className="text-36">
				{title}
			</h2>
			<p className="mt-4 max-w-[48ch]">{introduction}</p>
		</div>
	);
}
