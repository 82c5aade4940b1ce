import { isUniqueViolation } from "../../platform/database/storage-errors.ts";

/** Somebody else has changed the appointment since it was read. */
export class AppointmentChangedError extends Error {
	constructor() {
		super("The appointment was changed meanwhile");
		this.name = "AppointmentChangedError";
	}
}

/** Leaves a transaction without a trace, because a time cannot be had. */
export class TimeTakenError extends Error {
	constructor() {
		super("The time cannot be had");
		this.name = "TimeTakenError";
	}
}

/** Tells whether a change failed because another was faster: with the appointment, or with the time that it was to take. */
export function isConflict(error: unknown): boolean {
	return error instanceof AppointmentChangedError || isUniqueViolation(error);
}

const attempts = 5;

/** Makes a change, and after a conflict again from what is true by then; after the fifth, the conflict is thrown. */
export async function retryOnConflict<Result>(change: () => Promise<Result>): Promise<Result> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await change();
		} catch (error) {
			if (attempt === attempts || !isConflict(error)) throw error;
		}
	}
}
