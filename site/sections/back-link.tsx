import { ArrowLeft } from "lucide-react";
import { Link, useLocation, useNavigate } from "react-router";

/** A link to the previous page, or to `to` for visitors who entered the site here. */
export function BackLink({ to, children }: { to: string; children: string }) {
	const navigate = useNavigate();
	const { key } = useLocation();
	// React Router's key of the first entry of a visit; before it is another site.
	const enteredHere = key === "default";

	return (
		<Link
			to={to}
			onClick={(event) => {
				if (enteredHere || event.metaKey || event.ctrlKey || event.shiftKey) return;
				event.preventDefault();
				void navigate(-1);
			}}
			className="inline-flex min-h-11 items-center gap-2 rounded-6 text-16 font-semibold text-ink hover:text-accent-text"
		>
			<ArrowLeft aria-hidden="true" className="size-5 text-accent-ui" />
			{children}
		</Link>
	);
}
