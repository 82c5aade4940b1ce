import { isUniqueViolation } from "../../platform/database/storage-errors.ts";

/** Another change was made since the appointment was read. */
export class AppointmentChangedError extends Error {
	constructor() {
		super("The appointment has been changed in the meantime");
		this.name = "AppointmentChangedError";
	}
}

/** Rolls a transaction back because a time is not free. */
export class TimeTakenError extends Error {
	constructor() {
		super("The time cannot be had");
		this.name = "TimeTakenError";
	}
}

/** Tells whether a change failed because another took the appointment or the time first. */
export function isConflict(error: unknown): boolean {
	return error instanceof AppointmentChangedError || isUniqueViolation(error);
}

const attempts = 5;

/** Runs a change again after each conflict, up to five times, then throws the conflict. */
export async function retryOnConflict<Result>(change: () => Promise<Result>): Promise<Result> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await change();
		} catch (error) {
			if (attempt === attempts || !isConflict(error)) throw error;
		}
	}
}
