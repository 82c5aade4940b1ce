/**
 * Makes a function that runs tasks with the same key one after the other, in the order they came, and all others at once.
 *
 * It spares work within one process; what must hold between processes, the database decides.
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
