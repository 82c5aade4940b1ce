import { readCareersFile } from "../../features/publishing/careers-file.server.ts";
import { readFolders } from "../../platform/config.ts";

/** The facts about careers with which the built server was made. */
export const builtCareers = readCareersFile(readFolders().contentDirectory);
