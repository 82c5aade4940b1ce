/**
 * Loaded into React Router's build, which ends when a page takes ten seconds to render and has no setting for that: on a slow or busy
 * machine the first page takes longer, because it loads all modules.
 */
const leastMs = 120_000;

const createTimeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (milliseconds) => createTimeout(Math.max(milliseconds, leastMs));
