import { ButtonLink } from "../../ui/button.tsx";
import { Picture, type PictureData } from "../../ui/picture.tsx";

type TeamFounderMessageProps = {
	title: string;
	name: string;
	role: string;
	paragraphs: string[];
	portrait?: PictureData | undefined;
};

/** The founder's message; its first paragraph is larger. */
export function TeamFounderMessage({ title, name, role, paragraphs, portrait }: TeamFounderMessageProps) {
	const [opening, ...rest] = paragraphs;
	return (
		<section aria-labelledby="message-title" className="bg-sand section-space">
			<div className="container-page grid gap-8 lg:grid-cols-12 lg:gap-6">
				<h2 id="message-title" className="text-36 lg:col-span-4">
					{title}
				</h2>
				<div className="lg:col-span-7 lg:col-start-6">
					<p className="text-22 text-ink">{opening}</p>
					{rest.map((paragraph) => (
						<p key={paragraph} className="mt-5 max-w-[65ch]">
							{paragraph}
						</p>
					))}
					<div className="mt-10 flex flex-wrap items-center justify-between gap-6 border-t border-border pt-6">
						<div className="flex items-center gap-4">
							{portrait && (
								<Picture picture={portrait} className="size-16 shrink-0 rounded-full bg-paper object-cover" />
							)}
							<div>
								<p className="font-semibold text-ink">{name}</p>
								<p className="text-16 text-muted">{role}</p>
							</div>
						</div>
						<ButtonLink to="/contactUs">Let's Talk</ButtonLink>
					</div>
				</div>
			</div>
		</section>
	);
}
