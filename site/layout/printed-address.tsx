import type { PageHead } from "../../features/publishing/page-meta.ts";

/** The address of a page, shown only on paper. */
export function PrintedAddress({ head: { origin, path }, label }: { head: PageHead; label?: string }) {
	return (
		<p className="container-page hidden py-6 text-16 print:block">
			{label && `${label} `}
			{origin + path}
		</p>
	);
}
