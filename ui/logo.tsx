import { Picture, type PictureData } from "./picture.tsx";

/** A company's own logo. `holdsName`: the logo includes the company's name, so no text beside it is needed. */
export type LogoData = { picture: PictureData; holdsName: boolean };

/** The company's logo, or the mark where there is none. Hidden from screen readers: the name is beside it. */
export function Logo({
	logo,
	isOnInk = false,
	className = "",
}: {
	logo: LogoData | undefined;
	/** On a dark ground the logo gets a light background, because most logos are made for one. */
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

/** The mark: a block on the isometric grid of the drawings, with one face in the accent colour (logo.css). */
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
