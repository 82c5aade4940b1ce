import fc from "fast-check";

/** A reader of something that comes from outside, and inputs for it. */
export type FuzzTarget = {
	name: string;
	/** Runs the reader on generated inputs until one fails. */
	run(limits: FuzzLimits): Promise<FuzzResult>;
};

export type FuzzLimits = {
	/** The inputs follow from it. */
	seed: number;
	/** How many inputs at most. */
	runs: number;
	/** Ends after this time, with the inputs that were tried by then. */
	timeoutMs?: number;
};

export type FuzzResult = {
	tried: number;
	/** The smallest input that fails, and how; undefined if none does. */ failure: string | undefined;
};

/** An input may hold the thread that answers requests this long, in processor time. */
const maxThreadMs = 1_000;

/**
 * Declares a target.
 *
 * @param check reads an input, and throws if the result is wrong; a refusal that the reader promises is caught there. It fails as well when
 *   it takes more than a second of this thread
 */
export function fuzzTarget<Input>(
	name: string,
	inputs: fc.Arbitrary<Input>,
	check: (input: Input) => unknown,
): FuzzTarget {
	const property = fc.asyncProperty(inputs, async (input) => {
		const begun = process.threadCpuUsage();
		await check(input);
		const used = process.threadCpuUsage(begun);
		const usedMs = (used.user + used.system) / 1_000;
		if (usedMs > maxThreadMs) throw new Error(`${name} held the thread for ${Math.round(usedMs)} ms`);
	});
	return {
		name,
		async run({ seed, runs, timeoutMs }) {
			const details = await fc.check(property, {
				seed,
				numRuns: runs,
				...(timeoutMs !== undefined && { interruptAfterTimeLimit: timeoutMs }),
			});
			// Interrupted without a failure: every input that was tried passed.
			const failed = details.failed && details.counterexample !== null;
			const error = details.errorInstance;
			return {
				tried: details.numRuns,
				failure: failed
					? `${error instanceof Error ? error.stack : String(error)}\n${fc.defaultReportMessage(details)}`
					: undefined,
			};
		},
	};
}

/** Returns what a reader gives, or undefined when it refuses. @throws every other error */
export async function allowRefusal<Result>(
	isRefusal: (error: unknown) => boolean,
	read: () => Result | Promise<Result>,
): Promise<Result | undefined> {
	try {
		return await read();
	} catch (error) {
		if (isRefusal(error)) return undefined;
		throw error;
	}
}

/** @throws when it is false */
export function expectThat(isRight: boolean, fault: string): void {
	if (!isRight) throw new Error(fault);
}
