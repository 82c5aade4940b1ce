import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectDirectory } from "./built-server.ts";

const run = promisify(execFile);

export type ProgramResult = { code: number; stdout: string; stderr: string };

/** Node's cache of compiled code: a command that starts again and again takes half the processor time with it. */
export const compileCache =
	process.env.NODE_COMPILE_CACHE ?? join(projectDirectory, "node_modules", ".cache", "compiled");

/**
 * Runs a program of the project in its own process, and returns how it ended and its output.
 * @param env its whole environment
 */
export async function runProgram(
	program: string,
	args: readonly string[],
	{ env, cwd }: { env: NodeJS.ProcessEnv; cwd?: string | undefined },
): Promise<ProgramResult> {
	const options = { env: { ...env, NODE_COMPILE_CACHE: compileCache }, cwd };
	try {
		return { code: 0, ...(await run(process.execPath, [program, ...args], options)) };
	} catch (error) {
		return error as ProgramResult;
	}
}
