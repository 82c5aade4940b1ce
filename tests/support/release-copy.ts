import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectDirectory, projectNode } from "./built-server.ts";

const run = promisify(execFile);

/** Another release of this project, built, in a folder of its own. */
export type ReleaseCopy = {
	commit: string;
	directory: string;
	/** Tells whether it knows a key of the configuration. */
	knows(key: string): Promise<boolean>;
	remove(): Promise<void>;
};

/** Stands for the release before this one until a tag names it. */
const untaggedRelease = "0771e15";

/** Finds the start of a rolling upgrade: the newest tag or, without tags, a commit; undefined without history. */
export async function findPreviousRelease(): Promise<string | undefined> {
	const tag = await git("describe", "--tags", "--abbrev=0", "HEAD").catch(() => untaggedRelease);
	return git("cat-file", "-e", `${tag}^{commit}`).then(
		() => tag,
		() => undefined,
	);
}

/** Copies a commit into a temporary folder and builds it there, with this checkout's packages. */
export async function copyRelease(commit: string): Promise<ReleaseCopy> {
	const directory = await mkdtemp(join(tmpdir(), "front-office-release-"));
	const remove = () => rm(directory, { recursive: true, force: true });
	try {
		const archive = join(directory, "release.tar");
		await git("archive", `--output=${archive}`, commit);
		await run("tar", ["-xf", archive, "-C", directory]);
		await rm(archive);
		await symlink(join(projectDirectory, "node_modules"), join(directory, "node_modules"));
		const env = { ...process.env, BUILD_DIR: "", CONTENT_DIR: "" };
		await run(projectNode, [join("scripts", "build.mjs")], { cwd: directory, env, maxBuffer: 10_000_000 });
	} catch (error) {
		await remove();
		throw error;
	}
	return {
		commit: await git("rev-parse", "--short", commit),
		directory,
		knows: (key) =>
			git("grep", "-q", `\\b${key}\\b`, commit, "--", "platform/config.ts").then(
				() => true,
				() => false,
			),
		remove,
	};
}

async function git(...args: string[]): Promise<string> {
	return (await run("git", args, { cwd: projectDirectory })).stdout.trim();
}
