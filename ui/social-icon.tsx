/** Drawn here because icon sets no longer include brands; each is a simplified form of the network's sign. */
const paths = {
	linkedin: "M5 9.5v9M5 5.5v.5M10 18.5v-9M10 13.5c0-2.5 1.5-4 4-4s4 1.5 4 4v5",
	x: "M4.5 4.5 19.5 19.5M19.5 4.5 4.5 19.5",
	whatsapp: "M4 20l1.3-4A8 8 0 1 1 8.2 18.8ZM9 9c0 3.5 2.5 6 6 6l1-1.8-2-1.2-1 1c-1-.4-1.9-1.3-2.3-2.3l1-1-1.2-2Z",
	instagram:
		"M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4ZM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM16.8 7.2v.1",
};

export type SocialNetwork = keyof typeof paths;

export function SocialIcon({ network, className }: { network: SocialNetwork; className?: string }) {
	return (
		<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" className={className}>
			<path
				d={paths[network]}
				fill="none"
				stroke="currentColor"
				strokeWidth="2"
				strokeLinecap="round"
				strokeLinejoin="round"
			/>
		</svg>
	);
}
