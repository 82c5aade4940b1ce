import type { CareersSettings } from "../../shared/careers.ts";
import type { Company } from "../../shared/company.ts";
import type { DeskSettings } from "../../shared/desk.ts";

/** The company settings that decide how the server works, beside what its pages show. */
export type CompanySettings = { company: Company; careers: CareersSettings; deskSettings: DeskSettings };

/** Returns the published settings: the same object until a release changes one of them. */
export type GetSettings = () => CompanySettings;
