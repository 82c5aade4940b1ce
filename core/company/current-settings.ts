import type { CareersFacts } from "../../shared/careers.ts";
import type { Company } from "../../shared/company.ts";
import type { DeskFacts } from "../../shared/desk.ts";

/** The company settings that decide how the server works, beside what its pages show. */
export type CompanySettings = { company: Company; careers: CareersFacts; deskFacts: DeskFacts };

/** Returns the published settings: the same object until a release changes one of them. */
export type GetSettings = () => CompanySettings;
