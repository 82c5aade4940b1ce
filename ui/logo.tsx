import { Picture, type PictureData } from "./picture.tsx";

/** A company's own logo; `holdsName`: it says the company's name, so that no text beside it has to. */
export type LogoData = { picture: PictureData; holdsName: boolean };

/** The company's logo, or the mark where it has none. It says nothing to those who listen: the name stands beside it. */
export function Logo({
	logo,
	isOnInk = false,
	className = "",
}: {
	logo: LogoData | undefined;
	/** On a dark ground a logo stands on paper of its own, for most are made for a light one. */
	isOnInk?: boolean;
	className?: string;
}) {
	if (!logo) return <LogoMark className={className} />;
	return (
		<Picture
			picture={logo.picture}
			sizes="160px"
			lazy={isOnInk}
			className={`logo-picture ${isOnInk ? "logo-picture-on-ink" : ""} ${className}`}
		/>
	);
}

/** The mark: a block on the isometric grid of our pictures, with the one face in the accent colour (logo.css). */
export function LogoMark({ className }: { className?: string }) {
	return (
		<svg viewBox="0 0 32 36" width="32" height="36" aria-hidden="true" className={className}>
			<g className="logo" stroke="currentColor" strokeWidth="2" strokeLinejoin="round">
				<path d="M16 2 30 10 16 18 2 10Z" />
				<path d="M2 10 16 18V34L2 26Z" />
				<path d="M30 10 16 18V34L30 26Z" />
			</g>
		</svg>
	);
}
