import { join } from "node:path";
import { readCareersFile } from "../../features/publishing/careers-file.server.ts";
import { projectDirectory } from "./built-server.ts";

/** The facts about careers with which the built server was made. */
export const builtCareers = readCareersFile(join(projectDirectory, "content"));
