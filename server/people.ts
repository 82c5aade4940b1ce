import { describePerson, findPersonOf } from "../core/people/describe-person.server.ts";
import { erasePerson } from "../core/people/erase-person.server.ts";
import { rememberErasedPeople } from "../core/people/erased-people.server.ts";
import { listAddressesOf } from "../core/people/merged-addresses.server.ts";
import { packPerson } from "../core/people/person-archive.server.ts";
import { renderPersonPage } from "../core/people/person-page.server.tsx";
import type { People } from "../desk/guard/desk-deps.server.ts";
import { recordNames } from "../desk/guard/record-names.ts";
import type { Installation } from "../platform/installation/installation.ts";
import type { Company } from "../shared/company.ts";
import type { AppDeps } from "./app-deps.ts";
import { createErasureLock } from "./erasure-lock.ts";
import { listPersonalRecords } from "./personal-data.ts";

/** Creates what the desk does with a person's data. */
export function createPeople({
	config,
	company,
	clock,
	database,
	files,
	installation,
}: Pick<AppDeps, "config" | "clock" | "database" | "files"> & {
	company: Company;
	installation: Pick<Installation, "id">;
}): People {
	const personalRecords = listPersonalRecords(config, company);
	const lock = createErasureLock({ config, files, company });
	const others = personalRecords.filter(({ name }) => !recordNames.some((kind) => kind.name === name));
	const describe = (email: string) => describePerson(database.db, personalRecords, { email, now: clock.now() });
	return {
		find: (reference) => findPersonOf(database.db, personalRecords, reference),
		describe,
		describeOthers: (email) => describePerson(database.db, others, { email, now: clock.now() }),
		pack: async (email) =>
			packPerson({
				addresses: await listAddressesOf(database.db, email),
				records: await describe(email),
				files,
				company,
				now: clock.now(),
				renderPage: renderPersonPage,
			}),
		async erase(addresses, finish) {
			const now = clock.now();
			// First, so that a later start completes an interrupted erasure.
			const notes = await rememberErasedPeople({ files, installation }, addresses, now);
			const erased = await erasePerson({ database, files, personalRecords, lock }, addresses, now, { notes, finish });
			await database.overwriteDeleted({ thoroughly: false });
			return erased;
		},
		lockedMonths: lock?.months ?? 0,
	};
}
