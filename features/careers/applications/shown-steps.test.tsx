import { isValidElement, type InputHTMLAttributes, type ReactNode } from "react";
import { expect, test } from "vitest";
import careersChoices from "../../../tests/support/careers-choices.ts";
import { CheckboxGroup } from "../../../ui/radio-group.tsx";
import { createEmptyDraft } from "./draft.ts";
import { ShownSteps } from "./shown-steps.tsx";
import type { useApplication } from "./use-application.ts";

type Box = InputHTMLAttributes<HTMLInputElement>;

/** Finds the first checkbox of a tree, looking into groups of checkboxes alone. */
function findBox(node: ReactNode): Box | undefined {
	if (Array.isArray(node)) return node.map(findBox).find(Boolean);
	if (!isValidElement<Box & { children?: ReactNode }>(node)) return undefined;
	if (node.type === "input") return node.props.type === "checkbox" ? node.props : undefined;
	const isOfGroup = node.type === CheckboxGroup || (typeof node.type === "function" && node.type.name === "Group");
	return isOfGroup
		? findBox((node.type as (props: object) => ReactNode)(node.props))
		: findBox(node.props.children as ReactNode);
}

test.each(["reviewAndSubmit", undefined] as const)(
	"the box of the talent pool follows its draft, also one that is continued while it stands there: %s",
	(current) => {
		const show = (talentPool: string) => {
			const changes: unknown[] = [];
			const application = {
				draft: { ...createEmptyDraft(careersChoices), talentPool },
				change: (...change: unknown[]) => changes.push(change),
			} as unknown as ReturnType<typeof useApplication>;
			const box = findBox(
				ShownSteps({
					application,
					errors: [],
					questions: [],
					poolOffer: "Keep my application for 9 months",
					choices: careersChoices,
					thisYear: 2026,
					current,
					onStep: () => undefined,
					onOpenField: () => undefined,
				}),
			);
			return { box, changes };
		};
		// A checkbox with `defaultChecked` keeps the tick that it was first shown with.
		expect(show("").box?.checked).toBe(false);
		const { box, changes } = show("yes");
		expect(box?.checked).toBe(true);
		box?.onChange?.({ target: { checked: false } } as Parameters<NonNullable<Box["onChange"]>>[0]);
		expect(changes).toEqual([["talentPool", ""]]);
	},
);
