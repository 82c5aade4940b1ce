/** Loads sharp when something is drawn: a server that draws nothing does without it. */
export async function loadSharp() {
	return (await import("sharp")).default;
}

/** Loads satori likewise. */
export async function loadSatori() {
	return (await import("satori")).default;
}
