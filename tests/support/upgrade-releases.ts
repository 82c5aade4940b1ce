import { cp, mkdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readFolders } from "../../platform/config.ts";
import { projectDirectory } from "./built-server.ts";

/** How a release differs from this project's build. */
export type ReleaseChange = {
	/** JavaScript of the body of its last migration, with `db`, `sql` and `runs`, the number of its runs in this process. */
	migration?: string;
	/** Whether releases must know that migration. */
	contracts?: boolean;
	/** JavaScript of its program on the real data; copies get the real program. */
	onRealData?: string;
	/** Problems of its configuration. */
	configurationProblem?: string;
	isUnbuilt?: boolean;
};

const linked = ["server", "shared", "platform", "core", "features", "desk", "content", "node_modules"];

/** Creates a release of this project in a folder of its own: its build, with changes. */
export async function createRelease(directory: string, version: string, change: ReleaseChange = {}): Promise<string> {
	await mkdir(directory, { recursive: true });
	for (const name of linked) await symlink(join(projectDirectory, name), join(directory, name));
	await writeFile(join(directory, "package.json"), JSON.stringify({ version, type: "module" }));
	if (change.isUnbuilt) return directory;
	await cp(readFolders().buildDirectory, join(directory, "build"), { recursive: true });
	const modules = join(directory, "build", "modules");
	const { migration, contracts = false, onRealData, configurationProblem } = change;
	if (migration !== undefined)
		await replaceModule(
			join(modules, "server"),
			"migrations",
			`import { sql } from "kysely";
import { migrations as before } from "./migrations-before.js";
let runs = 0;
export const migrations = { ...before, "9000-of-the-new-release": { ${contracts ? "contracts: true, " : ""}async up(db) { runs += 1; ${migration} } } };
`,
		);
	if (onRealData !== undefined)
		await replaceModule(
			join(modules, "server"),
			"run",
			`if (process.env.DATA_DIR.includes("/copies-")) await import("./run-before.js"); else { ${onRealData} }\n`,
		);
	if (configurationProblem !== undefined)
		await replaceModule(
			join(modules, "platform"),
			"config",
			`import { ConfigError } from "./config-before.js";
export * from "./config-before.js";
export function readConfig() { throw new ConfigError([${JSON.stringify(configurationProblem)}]); }
`,
		);
	return directory;
}

/** Puts a module in front of another, which it can import by that name with -before. */
async function replaceModule(folder: string, name: string, source: string): Promise<void> {
	await rename(join(folder, `${name}.js`), join(folder, `${name}-before.js`));
	await writeFile(join(folder, `${name}.js`), source);
	// The build's own text must be there, or the change would replace nothing.
	await readFile(join(folder, `${name}-before.js`));
}
