const test = String.raw`\.test\.tsx?$`;
const serverFile = String.raw`\.server\.tsx?$`;

/** From the ground up; a floor may import from itself and from those before it, as far as `knows` says. */
const floors = [
	{ name: "shared", knows: [] },
	{ name: "ui", knows: ["shared"] },
	{ name: "platform", knows: ["shared"] },
	{ name: "core", knows: ["shared", "ui", "platform"] },
	{ name: "features", knows: ["shared", "ui", "platform", "core"] },
	{ name: "site", knows: ["shared", "ui", "platform", "core", "features"] },
	{ name: "desk", knows: ["shared", "ui", "platform", "core", "features"] },
	{ name: "server", knows: ["shared", "platform", "core", "features", "desk"] },
];
const product = `^(?:${floors.map(({ name }) => name).join("|")})/`;
/** Programs and files that a framework or a tool finds by itself. */
const entryPoints = [
	String.raw`^[^/]+\.(?:ts|mjs)$`,
	String.raw`^site/(?:root|entry\.[a-z]+)\.tsx$`,
	String.raw`^site/routes\.ts$`,
	"^site/routes/",
	// The desk is built by itself; of the server it is known by its guard.
	String.raw`^desk/(?:root|entry\.[a-z]+)\.tsx$`,
	String.raw`^desk/(?:routes|react-router\.config|vite\.config)\.ts$`,
	"^desk/routes/",
	String.raw`^(?:ui|desk)/kit/(?:kit|sections/[^/]+)\.tsx$`,
	"^core/appointments/calendar-worker\\.ts$",
	// Mailboxes call both others.
	String.raw`^core/conversations/incoming/(?:authenticate|read-message)-worker\.server\.ts$`,
	"^features/publishing/pictures/picture-program\\.server\\.ts$",
	"^desk/studio/pictures/picture-chooser\\.tsx$",
	"^features/publishing/(?:html|markdown)-worker\\.server\\.ts$",
	"^features/careers/resumes/resume-worker\\.server\\.ts$",
	"^platform/files/recognition/recognition-worker\\.server\\.ts$",
	String.raw`^server/(?:main\.mjs|(?:run|page-worker|backup-program|dev|list-changed-pages|email-previews)\.ts)$`,
	String.raw`^server/commands/(?:backup|content|desk|import|inbox|jobs|locked|move|restore|upgrade)\.ts$`,
	String.raw`^server/upgrade/(?:block-network\.mjs|(?:back-up|describe-release)-program\.ts)$`,
	String.raw`^(?:scripts|pictures|bench)/.+\.(?:ts|mjs)$`,
];
/** Turns content/ into data while the site is built, with packages that the running server does without. */
const buildTime = String.raw`^features/publishing/(?:content-plugin|load-content)\.server\.ts$`;

/** Site and desk set the same ones. */
const fonts = String.raw`\.woff2$`;

/** How the desk is built. */
const deskBuild = String.raw`^desk/(?:react-router|vite)\.config\.ts$`;

export default {
	forbidden: [
		{
			name: "server-imports-only-guard-and-api-of-desk",
			comment:
				"Its pages are a build of their own, so that a change of them changes nothing that the public listener serves. Its API has no pages.",
			severity: "error",
			from: { path: "^server/", pathNot: test },
			to: { path: "^desk/", pathNot: "^desk/(?:guard|api)/", dependencyTypesNot: ["type-only"] },
		},
		...floors.map(({ name, knows }) => ({
			name: `${name}-knows-${knows.length > 0 ? `only-${knows.join("-")}` : "nothing-else"}`,
			severity: "error",
			from: { path: `^${name}/`, pathNot: [test, deskBuild] },
			to: {
				path: [product, "^(?:content|e2e|tests|scripts|bench|pictures)/"],
				pathNot: [...[name, ...knows].map((floor) => `^${floor}/`), fonts],
			},
		})),
		...floors
			.map(({ name }, index) => ({
				name: `tests-of-${name}-know-nothing-above`,
				comment: "What holds of several floors together is tested on the highest of them.",
				severity: "error",
				from: { path: `^${name}/.*${test}` },
				to: { path: floors.slice(index + 1).map((floor) => `^${floor.name}/`), pathNot: `^${name}/` },
			}))
			.slice(0, -1),
		{
			name: "features-do-not-import-each-other",
			comment: "server/ passes a feature what it needs from another.",
			severity: "error",
			from: { path: "^features/([^/]+)/", pathNot: test },
			to: { path: "^features/", pathNot: "^features/$1/" },
		},
		{
			name: "no-cycles",
			comment: "Types included.",
			severity: "error",
			from: {},
			to: { circular: true },
		},
		{
			name: "browser-code-imports-no-server-files",
			comment: "Route modules may: the build takes their loaders and actions out of what the browser gets.",
			severity: "error",
			from: {
				path: "^(?:shared|ui|core|features|site|desk)/",
				pathNot: [
					serverFile,
					test,
					"/migrations/",
					String.raw`\.d\.ts$`,
					"^(?:site|desk)/routes/",
					String.raw`^desk/(?:root\.tsx|routes\.ts|react-router\.config\.ts|vite\.config\.ts)$`,
					String.raw`^(?:ui|desk)/kit/(?:kit|sections/[^/]+)\.tsx$`,
					String.raw`^site/root\.tsx$`,
				],
			},
			to: { path: [serverFile, "^platform/"], dependencyTypesNot: ["type-only"] },
		},
		{
			name: "content-is-read-by-publishing",
			severity: "error",
			from: { path: product, pathNot: ["^features/publishing/", test] },
			to: { path: String.raw`^features/publishing/load-content\.server\.ts$`, dependencyTypesNot: ["type-only"] },
		},
		{
			name: "built-content-is-where-an-installation-starts",
			comment:
				"A page takes its content from contentContext: what is published while the server runs is not what it was built with.",
			severity: "error",
			from: {
				path: product,
				pathNot: [
					String.raw`^server/(?:serve-build|page-worker|dev)\.ts$`,
					String.raw`^features/publishing/content-context\.server\.ts$`,
				],
			},
			to: { path: String.raw`^features/publishing/content\.server\.ts$` },
		},
		{
			name: "no-orphans",
			comment: "What nothing that runs can reach is dead code; a test alone keeps nothing alive.",
			severity: "error",
			from: { path: entryPoints, pathNot: test },
			to: { path: product, pathNot: [...entryPoints, test, String.raw`\.d\.ts$`], reachable: false },
		},
		{
			name: "no-barrels",
			comment:
				"A name is imported from where it is defined. What one dynamic import loads together is gathered in one module.",
			severity: "error",
			from: {
				path: product,
				pathNot: String.raw`^site/sections/[^/]+-content\.tsx$`,
			},
			to: { path: product, dependencyTypes: ["export"], dependencyTypesNot: ["type-only"] },
		},
		{
			name: "nothing-unresolvable",
			comment: "Virtual modules and generated route types exist only for the bundler and the type checker.",
			severity: "error",
			from: {},
			to: {
				couldNotResolve: true,
				pathNot: ["^virtual:", String.raw`^(?:\.\./)*\./\+types/`, String.raw`\?(?:url|inline)$`],
			},
		},
		{
			name: "no-undeclared-packages",
			severity: "error",
			from: {},
			to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
		},
		{
			name: "product-runs-without-development-packages",
			severity: "error",
			from: {
				path: product,
				pathNot: [test, "^server/dev", String.raw`^(?:site|desk)/routes\.ts$`, buildTime, deskBuild],
			},
			to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
		},
	],
	options: {
		parser: "swc",
		doNotFollow: { path: "node_modules" },
		exclude: {
			path: ["^build[^/]*/", String.raw`^(?:desk/)?\.react-router/`, "^(?:data|test-results|pictures/screens)/"],
		},
		enhancedResolveOptions: {
			extensions: [".ts", ".tsx", ".mjs", ".js"],
			conditionNames: ["import", "node", "default", "types"],
			exportsFields: ["exports"],
			mainFields: ["module", "main", "types"],
		},
	},
};
