export type AttachedFile = { href: string; name: string; size: string };

/** The files of a message or a reply, as downloads. */
export function AttachedFiles({ files }: { files: readonly AttachedFile[] }) {
	return (
		<ul className="attached">
			{files.map(({ href, name, size }) => (
				<li key={href}>
					<a href={href} download dir="auto">
						{name}
					</a>{" "}
					<span className="number">({size})</span>
				</li>
			))}
		</ul>
	);
}
