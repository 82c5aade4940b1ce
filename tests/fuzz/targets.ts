import { calendarTargets } from "./calendar-targets.ts";
import { documentTargets } from "./document-targets.ts";
import { fileTargets } from "./file-targets.ts";
import { formTargets } from "./form-targets.ts";
import type { FuzzTarget } from "./fuzz-target.ts";
import { messageTargets } from "./message-targets.ts";
import { textTargets } from "./text-targets.ts";

/** Every reader of what comes from outside. */
export const fuzzTargets: readonly FuzzTarget[] = [
	...textTargets,
	...formTargets,
	...calendarTargets,
	...documentTargets,
	...fileTargets,
	...messageTargets,
];
