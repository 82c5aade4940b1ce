import { Mail, Phone } from "lucide-react";
import { Link } from "react-router";
import type { FooterColumn as OwnColumn, MenuLink } from "../../features/publishing/menu-schema.ts";
import { siteSearchPath } from "../../features/publishing/site-paths.ts";
import { writeBusinessHours } from "../../shared/business-hours.ts";
import { isOffered, type SiteOffer } from "../../shared/site-modules.ts";
import { Logo, type LogoData } from "../../ui/logo.tsx";
import { SocialIcon, type SocialNetwork } from "../../ui/social-icon.tsx";

export type FooterCompany = {
	name: string;
	logo?: LogoData | undefined;
	legalName: string;
	salesEmail: string;
	phone: { display: string; e164: string };
	cities: string[];
	hours: string;
	replyWithinBusinessHours: number;
	socials: { network: SocialNetwork; label: string; url: string }[];
	copyrightYear: number;
	parts: SiteOffer;
};

const columns = [
	{
		title: "Home",
		links: [
			["/", "Home"],
			["/portfolio", "Portfolio"],
			["/blog", "Blog"],
			["/process-insights", "Process insights"],
			["/alltestimonial", "Testimonials"],
			["/rating", "Our rating"],
			["/faq", "FAQs"],
		],
	},
	{
		title: "About Us",
		links: [
			["/aboutUs", "About us"],
			["/ourteam", "Our team"],
			["/vision-mission", "Vision and mission"],
			["/why-choose-us", "Why choose us"],
			["/career", "Careers"],
			["/contactUs", "Contact us"],
			["/demo", "Book a free demo"],
		],
	},
] as const;

const linkClass = "rounded-6 text-16 text-sand hover:text-accent-on-dark hover:underline underline-offset-4";

type FooterProps = {
	company: FooterCompany;
	services: { id: string; title: string }[];
	/** After those of every site. */
	own?: { columns: OwnColumn[]; links: MenuLink[] } | undefined;
};

export function Footer({ company, services, own = { columns: [], links: [] } }: FooterProps) {
	return (
		<footer className="late-part-6 on-ink bg-ink text-sand print:hidden">
			<div className="container-page grid gap-12 py-16 md:grid-cols-2 lg:grid-cols-12 lg:py-24">
				<div className="lg:col-span-4">
					<p className="flex items-center gap-3 font-heading text-22 font-bold text-paper">
						<Logo logo={company.logo} isOnInk className="text-paper" />
						{company.logo?.holdsName ? <span className="sr-only">{company.name}</span> : company.name}
					</p>
					<p className="mt-4 max-w-[36ch] text-16">
						{company.cities.join(", ")}. {company.hours}, and a reply typically within{" "}
						{writeBusinessHours(company.replyWithinBusinessHours)}.
					</p>
					<ul className="mt-6 space-y-3">
						<li>
							<a href={`mailto:${company.salesEmail}`} className={`inline-flex items-center gap-3 ${linkClass}`}>
								<Mail aria-hidden="true" className="size-5 text-accent-on-dark" /> {company.salesEmail}
							</a>
						</li>
						<li>
							<a href={`tel:${company.phone.e164}`} className={`tabular inline-flex items-center gap-3 ${linkClass}`}>
								<Phone aria-hidden="true" className="size-5 text-accent-on-dark" /> {company.phone.display}
							</a>
						</li>
					</ul>
					<ul className="mt-6 flex flex-wrap gap-2">
						{company.socials.map(({ network, label, url }) => (
							<li key={network}>
								<a
									href={url}
									rel="noopener me"
									aria-label={`${company.name} on ${label}`}
									className="grid size-11 place-items-center rounded-full border border-muted text-sand hover:border-accent-on-dark hover:text-accent-on-dark"
								>
									<SocialIcon network={network} />
								</a>
							</li>
						))}
					</ul>
				</div>

				{columns.map(({ title, links }) => (
					<FooterColumn key={title} title={title} className="lg:col-span-2">
						{links
							.filter(([to]) => isOffered(to, company.parts))
							.map(([to, label]) => (
								<li key={to}>
									<Link to={to} className={linkClass}>
										{label}
									</Link>
								</li>
							))}
					</FooterColumn>
				))}

				<FooterColumn title="Services" className="lg:col-span-4" listClassName="grid gap-x-6 gap-y-3 grid-cols-2">
					<li>
						<Link to="/services" className={linkClass}>
							All services
						</Link>
					</li>
					{services.map(({ id, title }) => (
						<li key={id}>
							<Link to={`/case-study/${id}`} className={linkClass}>
								{title}
							</Link>
						</li>
					))}
				</FooterColumn>

				{own.columns.map(({ title, links }) => (
					<FooterColumn key={title} title={title} className="lg:col-span-3">
						<OwnLinks links={links} />
					</FooterColumn>
				))}
			</div>

			<div className="border-t border-body">
				<div className="container-page flex flex-wrap justify-between gap-x-8 gap-y-3 py-6 text-14">
					<p>
						© {company.copyrightYear} {company.legalName}. All rights reserved.
					</p>
					<ul className="flex flex-wrap gap-x-6 gap-y-2">
						<li>
							<Link to="/privacy" className={linkClass}>
								Privacy policy
							</Link>
						</li>
						<li>
							<Link to="/terms-condition" className={linkClass}>
								Terms &amp; Conditions
							</Link>
						</li>
						<li>
							<Link to="/accessibility" className={linkClass}>
								Accessibility
							</Link>
						</li>
						<li>
							<Link to={siteSearchPath} className={linkClass}>
								Search
							</Link>
						</li>
						<OwnLinks links={own.links} />
					</ul>
				</div>
			</div>
		</footer>
	);
}

function OwnLinks({ links }: { links: MenuLink[] }) {
	return links.map(({ label, to }, index) => (
		<li key={index}>
			{to.startsWith("/") ? (
				<Link to={to} className={`${linkClass} wrap-anywhere`}>
					{label}
				</Link>
			) : (
				<a href={to} className={`${linkClass} wrap-anywhere`}>
					{label}
				</a>
			)}
		</li>
	));
}

type FooterColumnProps = { title: string; children: React.ReactNode; className: string; listClassName?: string };

function FooterColumn({ title, children, className, listClassName = "space-y-3" }: FooterColumnProps) {
	return (
		<nav aria-label={`${title} links`} className={className}>
			<h2 className="font-heading text-18 tracking-normal text-paper">{title}</h2>
			<ul className={`mt-5 ${listClassName}`}>{children}</ul>
		</nav>
	);
}
