import { ArrowRight } from "lucide-react";
import { Button, ButtonLink, type ButtonLook } from "../../button.tsx";
import { longText, type KitState } from "../state.ts";

const looks: Record<Exclude<ButtonLook, "on-ink">, string> = {
	primary: "Primary",
	secondary: "Secondary",
	quiet: "Quiet",
};

const listStates = (look: ButtonLook, name: string, ground?: KitState["ground"]): KitState[] => [
	{
		name,
		controls: true,
		...(ground && { ground }),
		render: () => <Button look={look}>Send the message</Button>,
	},
	{
		name: `${name}, disabled`,
		...(ground && { ground }),
		render: () => (
			<Button look={look} disabled>
				Send the message
			</Button>
		),
	},
];

export const states: KitState[] = [
	...Object.entries(looks).flatMap(([look, name]) => listStates(look as ButtonLook, name)),
	...listStates("on-ink", "On ink", "ink"),
	{ name: "Disabled, but can be focused", render: () => <Button aria-disabled="true">Next</Button> },
	{
		name: "A link, with an icon",
		controls: true,
		render: () => (
			<ButtonLink to="/">
				Read on <ArrowRight aria-hidden="true" className="size-5" />
			</ButtonLink>
		),
	},
	{ name: "Long text", render: () => <Button>{longText}</Button> },
];
