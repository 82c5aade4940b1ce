import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { accentPlugin } from "../features/publishing/accent-plugin.server.ts";
import { readFolders } from "../platform/config.ts";

const { contentDirectory } = readFolders();
const project = fileURLToPath(new URL("..", import.meta.url));

export default defineConfig({
	root: fileURLToPath(new URL(".", import.meta.url)),
	cacheDir: `${project}/node_modules/.vite-desk`,
	plugins: [accentPlugin(contentDirectory), tailwindcss(), reactRouter()],
	publicDir: false,
	// Features, the kit and the site's fonts lie beside the desk.
	server: { fs: { allow: [project, contentDirectory] } },
	build: {
		assetsInlineLimit: 0,
		// It lies outside of the desk's folder, and has been emptied.
		emptyOutDir: false,
		target: "baseline-widely-available",
		rolldownOptions: { checks: { bundlerTimings: false, ineffectiveDynamicImport: false } },
	},
	optimizeDeps: { include: ["lucide-react"] },
	environments: {
		ssr: { build: { rollupOptions: { input: fileURLToPath(new URL("bundle.server.ts", import.meta.url)) } } },
	},
});
