type ServiceOffersProps = { name: string; offers: { title: string; features: string[] }[] };

/** Classes of a card: its cell, its title and its list. */
type Shape = { cell: string; title: string; list: string };

const plain: Shape = { cell: "bg-paper lg:col-span-4", title: "text-22", list: "mt-5" };
const narrow: Shape = { ...plain, cell: "bg-paper lg:col-span-5" };
const broad: Shape = {
	cell: "bg-sand lg:col-span-7 lg:grid lg:grid-cols-[2fr_3fr] lg:gap-8",
	title: "text-22 lg:text-28",
	list: "mt-5 lg:mt-1",
};

/** Seven cards fill three rows of a desktop, 7/5, 4/4/4 and 5/7; on a tablet the first takes a row and the others pair up. */
const shapes = [{ ...broad, cell: `md:col-span-2 ${broad.cell}` }, narrow, plain, plain, plain, narrow, broad];

/** 'Our <service> services': docs/product/site.md, Service pages. */
export function ServiceOffers({ name, offers }: ServiceOffersProps) {
	return (
		<section aria-labelledby="offers-title" className="border-y border-hairline bg-white section-space">
			<div className="container-page">
				<h2 id="offers-title" className="max-w-[18ch] text-title">
					Our {name} services
				</h2>
				<ul className="mt-10 grid gap-6 md:grid-cols-2 lg:grid-cols-12">
					{offers.map(({ title, features }, index) => {
						const shape = shapes[index % shapes.length] ?? plain;
						return (
							<li key={title} className={`rounded-20 border border-hairline p-6 lg:p-8 ${shape.cell}`}>
								<h3 className={shape.title}>{title}</h3>
								<ul className={`ticks space-y-3 ${shape.list}`}>
									{features.map((feature) => (
										<li key={feature} className="text-16">
											{feature}
										</li>
									))}
								</ul>
							</li>
						);
					})}
				</ul>
			</div>
		</section>
	);
}
