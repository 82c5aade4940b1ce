import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { contentPlugin } from "./features/publishing/content-plugin.server.ts";

export default defineConfig({
	plugins: [contentPlugin(new URL("./content", import.meta.url).pathname), tailwindcss(), reactRouter()],
	publicDir: "site/public",
	build: {
		// Inlined files would need data: in the Content-Security-Policy and travel again with every page.
		assetsInlineLimit: 0,
		target: "baseline-widely-available",
	},
	// Found late by the development server otherwise, which then reloads the first page.
	optimizeDeps: { include: ["lucide-react", "embla-carousel", "embla-carousel-autoplay"] },
	environments: {
		ssr: { build: { rollupOptions: { input: "./server/bundle.ts" } } },
	},
});
