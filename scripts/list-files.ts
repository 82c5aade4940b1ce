import { execFileSync } from "node:child_process";

/** Lists tracked files of a folder, and new ones that are not ignored. */
export function listFiles(root: string): string[] {
	const output = execFileSync(
		"git",
		["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"],
		{ cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
	);
	return output.split("\0").filter(Boolean);
}
