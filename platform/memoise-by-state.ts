/**
 * Memoises `make` for the current state: rebuilt only when `getState()` returns another object. A request that calls it once works with one state throughout.
 */
export function memoiseByState<State, Made>(getState: () => State, make: (state: State) => Made): () => Made {
	let kept: { state: State; made: Made } | undefined;
	return () => {
		const state = getState();
		if (!kept || kept.state !== state) kept = { state, made: make(state) };
		return kept.made;
	};
}
