import { spawnSync } from "node:child_process";
import { totalmem } from "node:os";

/** Machines with less build in less memory, with half as much processor time again (docs/decisions/0242-less-memory-at-rest.md). */
const plentyBytes = 2 * 1024 ** 3;

/**
 * Builds a face by React Router, in a process of its own.
 *
 * @param root absolute path of the project
 * @param face the folder of the desk; the site by default
 * @returns whether the build succeeded; it has written the reason otherwise
 */
export function runReactRouterBuild(root: string, face?: "desk"): boolean {
	// A container may have less than its machine.
	const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
	const { status } = spawnSync(
		process.execPath,
		[
			...(memoryBytes < plentyBytes ? ["--max-semi-space-size=4", "--optimize-for-size"] : []),
			"--import",
			"./scripts/allow-slow-rendering.ts",
			"node_modules/@react-router/dev/bin.cjs",
			"build",
			...(face === undefined ? [] : [face]),
			"--logLevel",
			"warn",
		],
		// glibc would keep the freed memory of each thread apart.
		{ cwd: root, stdio: "inherit", env: { ...process.env, MALLOC_ARENA_MAX: "2" } },
	);
	return status === 0;
}
