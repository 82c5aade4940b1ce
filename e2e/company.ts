import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { readCareersFile } from "../features/publishing/careers-file.server.ts";
import { readCompanyFile } from "../features/publishing/company-file.server.ts";
import { readFolders } from "../platform/config.ts";

const { contentDirectory } = readFolders();

/** The facts of the company whose site is under test, from which tests take their words. */
export const company = readCompanyFile(contentDirectory);
export const careers = readCareersFile(contentDirectory);
