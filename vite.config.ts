import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { contentPlugin } from "./features/publishing/content-plugin.server.ts";
import { readFolders } from "./platform/config.ts";
import { latinOutput } from "./scripts/latin-output.ts";
import { serverModules } from "./scripts/server-modules.ts";

const { contentDirectory } = readFolders();

export default defineConfig(({ isPreview }) => ({
	plugins: [
		contentPlugin(contentDirectory),
		serverModules(import.meta.dirname),
		latinOutput(),
		tailwindcss(),
		reactRouter(),
	],
	publicDir: false,
	// Bundled, the icons that pages show are all that is loaded of it.
	ssr: { noExternal: ["lucide-react"] },
	// The pages are rendered on a preview server, which would meanwhile look at every file of the project to watch it, the packages included.
	...(isPreview && { server: { watch: null } }),
	build: {
		// The folder holds the server's modules already (scripts/build-site.ts removes what is of the site).
		emptyOutDir: false,
		// Inlined files travel again with every page.
		assetsInlineLimit: 0,
		target: "baseline-widely-available",
		// No use to an operator: how long plugins took, and that the server's bundle includes a part that the browser loads later.
		rolldownOptions: {
			checks: { bundlerTimings: false, ineffectiveDynamicImport: false, moduleLevelDirective: false },
		},
	},
	// Found late by the development server otherwise, which then reloads the first page.
	optimizeDeps: { include: ["lucide-react", "embla-carousel"] },
	environments: {
		client: {
			build: {
				rolldownOptions: {
					output: {
						// Functions of these two run as the page starts: a browser that knows this comment compiles them beside the page's
						// thread, when the file arrives, instead of one by one as they are called.
						postBanner: ({ name }) => (name === "react" || name === "router" ? "//# allFunctionsCalledOnLoad" : ""),
						codeSplitting: {
							// Five files for all that every page or every form needs, instead of about thirty, each with its own headers and
							// compression. Icons of a single page stay with it.
							groups: [
								{ name: "react", test: /node_modules\/(?:react|react-dom|scheduler)\// },
								{ name: "router", test: /node_modules\/react-router\// },
								{
									name: "frame",
									test: /\/site\/(?:layout|sections\/(?:lazy-booking|search-form|site-search-form|statistics|testimonial-card))|\/ui\/(?!error-summary|field|form-notice|go-to-field|honeypot|question-input|radio|select|stacking-table|toast)|\/format-date\.ts|\/publishing\/(?:inline-(?:picture|svgs)|page-meta)\.tsx?|\/lucide-react\/(?!.*\/(?:arrow-down|calendar-days|calendar-plus|file-check|file-text|message-square|rss|search-check|tag|trash-2)\.)/,
								},
								{ name: "rules", test: /\/shared\/(?:field|text)-rules\.ts/ },
								{
									name: "form",
									test: /\/ui\/(?!stacking-table)|\/shared\/(?:form-fields|idempotency-key|json-shape|post-json|zoned-time)\.ts/,
								},
							],
						},
					},
				},
			},
		},
	},
}));
