import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeApi, writeApiClient } from "./write-api-client.ts";

await writeFile(join(import.meta.dirname, "../docs/api-client.ts"), await writeApiClient(await describeApi()));
