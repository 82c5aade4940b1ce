type ProjectChallengeProps = {
	challenge: string;
	client: string;
	sector: string;
	year: number;
	duration: string;
	technologies: string[];
	/** Address of the case study as a PDF file. */
	pdf: string;
};

export function ProjectChallenge({
	challenge,
	client,
	sector,
	year,
	duration,
	technologies,
	pdf,
}: ProjectChallengeProps) {
	return (
		<section className="container-page grid gap-12 pt-8 pb-16 lg:grid-cols-12 lg:pt-16 lg:pb-28">
			<div className="lg:col-span-7">
				<h2 className="text-title">Challenge</h2>
				<p className="mt-6 text-18 md:text-22">{challenge}</p>
			</div>
			<div className="lg:col-span-4 lg:col-start-9">
				<dl className="grid content-start gap-x-6 border-t border-hairline text-16 md:grid-cols-2 lg:grid-cols-1">
					<Fact label="Client">{client}</Fact>
					<Fact label="Sector">{sector}</Fact>
					<Fact label="Year">{year}</Fact>
					<Fact label="Duration">{duration}</Fact>
					<Fact label="Built with" className="md:col-span-2 lg:col-span-1">
						{technologies.join(", ")}
					</Fact>
				</dl>
				<a
					href={pdf}
					download
					className="mt-4 inline-flex min-h-11 items-center rounded-6 text-16 font-semibold text-accent-text underline underline-offset-4 hover:text-ink print:hidden"
				>
					Download as PDF
				</a>
			</div>
		</section>
	);
}

function Fact({ label, className = "", children }: { label: string; className?: string; children: React.ReactNode }) {
	return (
		<div className={`grid grid-cols-[6.5rem_1fr] gap-4 border-b border-hairline py-4 ${className}`}>
			<dt className="text-muted">{label}</dt>
			<dd className="tabular font-semibold text-ink">{children}</dd>
		</div>
	);
}
