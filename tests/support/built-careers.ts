import { readCareersFile } from "../../features/publishing/careers-file.server.ts";
import { readFolders } from "../../platform/config.ts";

/** The settings of careers in the built server. */
export const builtCareers = readCareersFile(readFolders().contentDirectory);
