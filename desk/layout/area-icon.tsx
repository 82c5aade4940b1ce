import {
	BriefcaseBusiness,
	CalendarDays,
	ChartColumn,
	Contact,
	Globe,
	Inbox,
	Settings,
	type LucideIcon,
} from "lucide-react";
import type { AreaKey } from "./list-sections.ts";

const icons: Record<AreaKey, LucideIcon> = {
	inbox: Inbox,
	calendar: CalendarDays,
	hiring: BriefcaseBusiness,
	contacts: Contact,
	site: Globe,
	analytics: ChartColumn,
	settings: Settings,
};

export function AreaIcon({ area }: { area: AreaKey }) {
	const Icon = icons[area];
	return <Icon size={18} aria-hidden="true" />;
}
