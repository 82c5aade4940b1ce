import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { findMissingSwift } from "../tests/support/swift-server.ts";

// `npm run test:s3`: repeats the tests of `npm test` on an npm S3 server with OpenStack Swift from Debian's packages.
const missing = findMissingSwift();
if (missing !== undefined) {
	console.error(missing);
	process.exitCode = 1;
} else {
	const { status } = spawnSync(
		process.execPath,
		["node_modules/vitest/vitest.mjs", "run", "platform/files", "tests/faults/store-away.test.ts"],
		{
			cwd: fileURLToPath(new URL("..", import.meta.url)),
			stdio: "inherit",
			env: { ...process.env, TEST_S3_SERVER: "swift" },
		},
	);
	process.exitCode = status ?? 1;
}
