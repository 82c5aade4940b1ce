/** The company's mark: a block on the isometric grid of our pictures, with the one face in the accent colour (logo.css). */
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
