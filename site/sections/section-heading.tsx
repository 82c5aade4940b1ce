type SectionHeadingProps = {
	id?: string;
	title: string;
	introduction?: string | undefined;
	onInk?: boolean;
	className?: string;
};

/** The heading of a section with its introduction beside it. */
export function SectionHeading({ id, title, introduction, onInk = false, className = "" }: SectionHeadingProps) {
	return (
		<div className={`grid gap-4 lg:grid-cols-12 lg:gap-6 ${className}`}>
			<h2
				id={id}
				className={`text-36 ${introduction ? "lg:col-span-6" : "lg:col-span-8"} ${onInk ? "text-paper" : ""}`}
			>
				{title}
			</h2>
			{introduction && <p className="max-w-[52ch] lg:col-span-5 lg:col-start-8 lg:pt-1">{introduction}</p>}
		</div>
	);
}
