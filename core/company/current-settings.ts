import type { CareersFacts } from "../../shared/careers.ts";
import type { Company } from "../../shared/company.ts";
import type { DeskFacts } from "../../shared/desk.ts";

/** The settings of the company that decide how the server works, beside what its pages show. */
export type CompanySettings = { company: Company; careers: CareersFacts; deskFacts: DeskFacts };

/** Returns the settings as they are public now: the same object until a release changes one of them. */
export type GetSettings = () => CompanySettings;

/**
 * Returns a function that gives what is made of the current settings. It is made once for each change of them, when it is next needed: a
 * request that takes it once works with one state of the settings.
 */
export function fromSettings<Made>(getSettings: GetSettings, make: (settings: CompanySettings) => Made): () => Made {
	let kept: { settings: CompanySettings; made: Made } | undefined;
	return () => {
		const settings = getSettings();
		if (kept?.settings !== settings) kept = { settings, made: make(settings) };
		return kept.made;
	};
}
