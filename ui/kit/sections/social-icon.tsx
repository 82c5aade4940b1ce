import { SocialIcon, type SocialNetwork } from "../../social-icon.tsx";
import type { KitState } from "../state.ts";

const networks: Record<SocialNetwork, true> = { linkedin: true, x: true, whatsapp: true, instagram: true };

export const states: KitState[] = Object.keys(networks).map((network) => ({
	name: network,
	render: () => <SocialIcon network={network as SocialNetwork} />,
}));
