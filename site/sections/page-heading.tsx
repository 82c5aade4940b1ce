type PageHeadingProps = { eyebrow?: string; title: string; introduction: string; className?: string };

/** The heading of most pages: one line and a short paragraph. */
export function PageHeading({ eyebrow, title, introduction, className }: PageHeadingProps) {
	return (
		<header className={className}>
			{eyebrow && <p className="mb-3 text-16 font-semibold text-accent-text">{eyebrow}</p>}
			<h1 className="text-title">{title}</h1>
			<p className="mt-5 max-w-[52ch]">{introduction}</p>
		</header>
	);
}
