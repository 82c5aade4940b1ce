import { ServiceIcon, type ServiceIconName } from "../../service-icon.tsx";
import type { KitState } from "../state.ts";

// An object, so that the types report a missing name.
const names: Record<ServiceIconName, true> = {
	cloud: true,
	cpu: true,
	database: true,
	factory: true,
	globe: true,
	megaphone: true,
	"pen-tool": true,
	server: true,
	"shield-check": true,
	smartphone: true,
	sparkles: true,
	users: true,
};

export const states: KitState[] = Object.keys(names).map((name) => ({
	name,
	render: () => <ServiceIcon name={name as ServiceIconName} className="size-7 text-accent-ui" />,
}));
