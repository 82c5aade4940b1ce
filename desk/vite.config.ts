import { join } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { accentPlugin } from "../features/publishing/accent-plugin.server.ts";
import { readFolders } from "../platform/config.ts";
import { latinOutput } from "../scripts/latin-output.ts";
import { serverModules } from "../scripts/server-modules.ts";

const { contentDirectory } = readFolders();
const project = join(import.meta.dirname, "..");

export default defineConfig({
	root: import.meta.dirname,
	cacheDir: `${project}/node_modules/.vite-desk`,
	plugins: [accentPlugin(contentDirectory), serverModules(project), latinOutput(), tailwindcss(), reactRouter()],
	publicDir: false,
	// Bundled, so that only the used icons are loaded.
	ssr: { noExternal: ["lucide-react"] },
	// Features, kit and the site's fonts are outside the desk's folder.
	server: { fs: { allow: [project, contentDirectory] } },
	build: {
		assetsInlineLimit: 0,
		// It is outside the desk's folder and was emptied before.
		emptyOutDir: false,
		target: "baseline-widely-available",
		rolldownOptions: {
			checks: { bundlerTimings: false, ineffectiveDynamicImport: false, moduleLevelDirective: false },
		},
	},
	optimizeDeps: { include: ["lucide-react"] },
});
