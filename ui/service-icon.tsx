import {
	Cloud,
	Cpu,
	Database,
	Factory,
	Globe,
	Megaphone,
	PenTool,
	Server,
	ShieldCheck,
	Smartphone,
	Sparkles,
	Users,
	type LucideIcon,
} from "lucide-react";

const icons = {
	cloud: Cloud,
	cpu: Cpu,
	database: Database,
	factory: Factory,
	globe: Globe,
	megaphone: Megaphone,
	"pen-tool": PenTool,
	server: Server,
	"shield-check": ShieldCheck,
	smartphone: Smartphone,
	sparkles: Sparkles,
	users: Users,
} satisfies Record<string, LucideIcon>;

export type ServiceIconName = keyof typeof icons;

export function ServiceIcon({ name, className }: { name: ServiceIconName; className?: string }) {
	const Icon = icons[name];
	return <Icon aria-hidden="true" strokeWidth={1.75} className={className} />;
}
