import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readFolders } from "../platform/config.ts";
import { compressAssets } from "../platform/pages/asset-files.ts";
import { runReactRouterBuild } from "./run-react-router-build.ts";

/** Builds the desk into its folder of the build: its pages for the server, and their compressed files. */
const root = fileURLToPath(new URL("..", import.meta.url));
const directory = join(readFolders().buildDirectory, "desk");

rmSync(directory, { recursive: true, force: true });
if (!runReactRouterBuild(root, "desk")) throw new Error("The desk could not be built");
await compressAssets(join(directory, "client", "assets"));
