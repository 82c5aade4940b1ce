type DemoAgendaProps = {
	agenda: { title: string; items: { title: string; description: string }[] };
	preparation: { title: string; introduction: string };
};

/** The agenda of the call, beside the form that books it. */
export function DemoAgenda({ agenda, preparation }: DemoAgendaProps) {
	return (
		<aside aria-labelledby="agenda-title" className="lg:col-span-4 lg:col-start-9">
			<h2 id="agenda-title" className="text-28">
				{agenda.title}
			</h2>
			<ol className="mt-6 border-l-2 border-hairline">
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
			<h2 className="mt-12 text-28">{preparation.title}</h2>
			<p className="mt-3 text-16">{preparation.introduction}</p>
		</aside>
	);
}
