import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import { PageHeading } from "../sections/page-heading.tsx";
import { TeamFounderMessage } from "../sections/team-founder-message.tsx";
import { TeamMembers } from "../sections/team-members.tsx";
import type { Route } from "./+types/team.ts";

export function loader({ context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { copy, team } = content;
	const { founderMessage } = team;
	const founder = team.members.find((member) => member.name === founderMessage.name);
	return {
		head: headOf(content, "/ourteam"),
		hero: copy.team.hero,
		members: team.members.map((member) => ({ ...member, portrait: resolvePicture(content, member.portrait) })),
		message: {
			...founderMessage,
			title: copy.team.founderMessageTitle,
			// The same portrait is in the card above, with its description.
			portrait: founder && resolvePicture(content, { src: founder.portrait.src, alt: "" }),
		},
	};
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function TeamPage({ loaderData }: Route.ComponentProps) {
	const { hero, members, message } = loaderData;
	return (
		<>
			<section className="container-page pt-12 pb-16 lg:pt-20 lg:pb-28">
				<TeamMembers heading={<PageHeading {...hero} />} members={members} />
			</section>
			<TeamFounderMessage {...message} />
		</>
	);
}
