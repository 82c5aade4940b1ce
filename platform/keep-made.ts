/**
 * Returns a function that gives what is made of the current state. It is made once for each state, when it is next needed: a request that
 * takes it once works with one state.
 */
export function keepMade<State, Made>(getState: () => State, make: (state: State) => Made): () => Made {
	let kept: { state: State; made: Made } | undefined;
	return () => {
		const state = getState();
		if (!kept || kept.state !== state) kept = { state, made: make(state) };
		return kept.made;
	};
}
