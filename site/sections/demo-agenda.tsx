import { Link } from "react-router";
import { formatDuration } from "../../shared/slot-texts.ts";

type DemoAgendaProps = {
	agenda: { title: string; items: { title: string; description: string }[] };
	preparation: { title: string; introduction: string } | undefined;
	/** Other types of calls. */
	others: { path: string; title: string; callMinutes: number }[];
};

/** The agenda of the call, beside the form that books it, and the other calls that can be booked. */
export function DemoAgenda({ agenda, preparation, others }: DemoAgendaProps) {
	return (
		<aside
			aria-labelledby={agenda.items.length > 0 ? "agenda-title" : "others-title"}
			className="lg:col-span-4 lg:col-start-9"
		>
			{agenda.items.length > 0 && (
				<>
					<h2 id="agenda-title" className="text-28">
						{agenda.title}
					</h2>
					<ol className="mt-6 mb-12 border-l-2 border-hairline">
						{agenda.items.map((item) => (
							<li key={item.title} className="relative pb-8 pl-6 last:pb-0">
								<span
									aria-hidden="true"
									className="absolute top-2 left-0 size-3 -translate-x-[calc(50%+1px)] rounded-full border-2 border-accent-ui bg-white"
								/>
								<h3 className="font-sans text-16 font-semibold">{item.title}</h3>
								<p className="mt-1 text-16">{item.description}</p>
							</li>
						))}
					</ol>
				</>
			)}
			{preparation && (
				<>
					<h2 className="text-28">{preparation.title}</h2>
					<p className="mt-3 text-16">{preparation.introduction}</p>
				</>
			)}
			{others.length > 0 && (
				<>
					<h2 id="others-title" className={`text-28 ${preparation ? "mt-12" : ""}`}>
						Other calls
					</h2>
					<ul className="mt-3">
						{others.map(({ path, title, callMinutes }) => (
							<li key={path}>
								<Link
									to={path}
									className="inline-flex min-h-11 items-center text-16 font-semibold text-ink underline underline-offset-4 hover:text-accent-text"
								>
									{title}
								</Link>
								<span className="text-16">, {formatDuration(callMinutes)}</span>
							</li>
						))}
					</ul>
				</>
			)}
		</aside>
	);
}
