import type { ReactNode } from "react";
import { palette } from "../shared/palette.ts";
import { LogoMark } from "../ui/logo.tsx";
import type { Company, CompanyTime } from "../shared/company.ts";
import { DeskTime } from "./desk-time.server.ts";
import { stylesheet } from "./stylesheet.server.ts";

/** What every page of the desk shows around its content. */
export type Frame = {
	company: CompanyTime & Pick<Company, "name" | "accentColour">;
	/** Addresses and names of the parts. */ sections: { path: string; name: string }[];
};

type DeskPageProps = {
	frame: Frame;
	title: string;
	/** Path of the part that the page belongs to. */
	section?: string | undefined;
	/** What the action that led here came to. */
	notice?: string | undefined;
	children: ReactNode;
};

/** The house's mark without its outline, which is too fine for a tab. */
function drawIcon(accentColour: string): string {
	const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 36'><path d='M16 2 30 10v16l-14 8L2 26V10Z' fill='${palette.ink}'/><path d='M16 5 27 11 16 17 5 11Z' fill='${accentColour}'/></svg>`;
	return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** A whole document. It has no script, and so needs none. */
export function DeskPage({ frame, title, section, notice, children }: DeskPageProps) {
	return (
		<html lang={frame.company.locale}>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>{`${title} · Desk · ${frame.company.name}`}</title>
				<link rel="icon" href={drawIcon(frame.company.accentColour)} />
				<link rel="stylesheet" href={stylesheet.path} />
			</head>
			<body>
				<a className="skip-link" href="#content">
					Skip to content
				</a>
				<header className="masthead on-ink">
					<div className="masthead-row">
						<a className="brand" href="/">
							<LogoMark />
							<span>
								{frame.company.name} <span className="brand-part">Desk</span>
							</span>
						</a>
						<form className="search" method="post" action="/search">
							<label htmlFor="search">Reference, name or e-mail</label>
							<input
								id="search"
								name="search"
								type="search"
								required
								minLength={2}
								maxLength={200}
								autoComplete="off"
								spellCheck={false}
							/>
							<button>Search</button>
						</form>
					</div>
					<nav aria-label="Parts of the desk">
						<ul>
							{frame.sections.map(({ path, name }) => (
								<li key={path}>
									<a href={path} aria-current={path === section ? "page" : undefined}>
										{name}
									</a>
								</li>
							))}
						</ul>
					</nav>
				</header>
				<main id="content" tabIndex={-1}>
					{notice !== undefined && (
						<p role="status" className="notice">
							{notice}
						</p>
					)}
					<DeskTime value={frame.company}>{children}</DeskTime>
				</main>
				<footer className="footnote">
					All times are those of {frame.company.timeZoneLabel}. What is older than its term is erased by itself.
				</footer>
			</body>
		</html>
	);
}
