import type { CareersFacts } from "../../shared/careers.ts";
import type { Company } from "../../shared/company.ts";
import type { DeskFacts } from "../../shared/desk.ts";

/** The company settings that decide how the server works, beside what its pages show. */
export type CompanySettings = { company: Company; careers: CareersFacts; deskFacts: DeskFacts };

/** Returns the published settings: the same object until a release changes one of them. */
export type GetSettings = () => CompanySettings;

/**
 * Returns a function that computes a value from the current settings, once for each change, when it is next needed. A request that calls it
 * once works with one state of the settings.
 */
export function fromSettings<Made>(getSettings: GetSettings, make: (settings: CompanySettings) => Made): () => Made {
	let kept: { settings: CompanySettings; made: Made } | undefined;
	return () => {
		const settings = getSettings();
		if (kept?.settings !== settings) kept = { settings, made: make(settings) };
		return kept.made;
	};
}
