/**
 * Creates a function that runs tasks with the same key one after the other, in order, and all others at once.
 *
 * It only saves work within one process; across processes, the database enforces the rules.
 */
export function createKeyedQueue(): <Result>(key: string, task: () => Promise<Result>) => Promise<Result> {
	const last = new Map<string, Promise<unknown>>();
	return async (key, task) => {
		const turn = (last.get(key) ?? Promise.resolve()).then(task, task);
		last.set(key, turn);
		try {
			return await turn;
		} finally {
			if (last.get(key) === turn) last.delete(key);
		}
	};
}
