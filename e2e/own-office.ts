import { startTimeoutMs } from "../tests/support/built-server.ts";
import { startFrontOffice, type FrontOffice } from "../tests/support/front-office.ts";

type OfficeFixture = [
	(needed: object, provide: (office: FrontOffice) => Promise<void>) => Promise<void>,
	{ scope: "worker"; timeout: number },
];

/** Creates a fixture with a separate server for a worker, so that its tests affect no other; each call creates another. */
export function ownOffice(options?: Parameters<typeof startFrontOffice>[0]): OfficeFixture {
	return [
		// oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
		async ({}, provide) => {
			const office = await startFrontOffice(options);
			await provide(office);
			await office.stop();
		},
		{ scope: "worker", timeout: 2 * startTimeoutMs },
	];
}
