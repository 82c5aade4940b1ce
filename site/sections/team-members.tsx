import type { ReactNode } from "react";
import { Picture, type PictureData } from "../../ui/picture.tsx";
import { SocialIcon, type SocialNetwork } from "../../ui/social-icon.tsx";

type TeamMember = {
	name: string;
	role: string;
	bio: string;
	portrait: PictureData;
	socials: { network: SocialNetwork; label: string; url: string }[];
};

/** Four cards with social icons in two columns, the first of which begins with the heading: docs/product/site.md, About pages. */
export function TeamMembers({ heading, members }: { heading: ReactNode; members: TeamMember[] }) {
	const column = (parity: number) =>
		members.flatMap((member, index) => (index % 2 === parity ? <MemberCard key={member.name} member={member} /> : []));
	return (
		<div className="grid items-start gap-6 lg:grid-cols-2">
			<div className="grid gap-6">
				<div className="pb-4 lg:pr-12 lg:pb-8">{heading}</div>
				{column(0)}
			</div>
			<div className="grid gap-6">{column(1)}</div>
		</div>
	);
}

function MemberCard({ member }: { member: TeamMember }) {
	return (
		<article className="grid gap-6 rounded-20 border border-hairline bg-white p-6 md:grid-cols-[10rem_1fr] md:gap-8 md:p-8">
			<Picture picture={member.portrait} className="aspect-square w-36 rounded-12 bg-sand object-cover md:w-full" />
			<div className="flex flex-col">
				<h2 className="text-28">{member.name}</h2>
				<p className="mt-1 text-16 font-semibold text-accent-text">{member.role}</p>
				<p className="mt-4 text-16">{member.bio}</p>
				<ul className="mt-6 flex gap-2">
					{member.socials.map(({ network, label, url }) => (
						<li key={network}>
							<a
								href={url}
								rel="noopener"
								aria-label={label}
								className="grid size-11 place-items-center rounded-full border border-border text-ink hover:border-ink hover:bg-ink hover:text-paper"
							>
								<SocialIcon network={network} />
							</a>
						</li>
					))}
				</ul>
			</div>
		</article>
	);
}
