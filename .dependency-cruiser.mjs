const source = "^(?:site|features|ui|server)/";
const test = String.raw`\.test\.tsx?$`;
const serverFile = String.raw`\.server\.tsx?$`;

/** Features see of the server only what a slice needs: a place to store, a way to answer, a way to write e-mails. */
const serverForFeatures = "^server/(?:(?:database|mail|http|files)/|(?:clock|reference|secret-token|config|log)\\.ts$)";

/** Where the parts are put together, and the lists that DESIGN.md names. */
const composition =
	"^server/(?:(?:main|dev|dev-entry|inbox|jobs|app|desk|start|bundle)\\.ts$|inbox/|erasure/|database/(?:tables\\.ts$|migrations/))";

/** What everybody may know of the content: the names of its shapes. */
const contentSchema = "^features/publishing/content-schema\\.ts$";
/** What the server must know to give out pages: their addresses, and the marks in them that it replaces. */
const pageMarks = "^features/publishing/(?:origin|live-page-context\\.server|site-paths)\\.ts$";

/** Where the company lives, which no slice owns. */
const indiaTime = "^features/india-time\\.ts$";
/** Staff read of an application what its applicant reads of it. */
const applicationTexts = "^features/careers/application/texts\\.ts$";

/** Turns content/ into data while the site is built, with packages that the server does without. */
const buildTime = "^features/publishing/(?:content-plugin|load-content)\\.server\\.ts$";

/** Programs that run, and files that a framework or a tool finds by itself. */
const entryPoints = [
	"^[^/]+\\.(?:ts|mjs)$",
	"^site/(?:root|entry\\.[a-z]+)\\.tsx$",
	"^site/routes\\.ts$",
	"^site/routes/",
	"^server/(?:main|dev|dev-entry|inbox|jobs|bundle)\\.ts$",
	"^(?:scripts|pictures|bench)/.+\\.(?:ts|mjs)$",
];

/** The dependency rules (DESIGN.md): site -> features -> ui, and the server's composition root -> the features' server files. */
export default {
	forbidden: [
		{
			name: "ui-knows-nothing-else",
			comment: "The kit can be read, and used, without the site around it.",
			severity: "error",
			from: { path: "^ui/", pathNot: test },
			to: { path: "^(?:site|features|server|content|scripts|tests|bench|pictures)/" },
		},
		{
			name: "features-know-no-site",
			comment: "site composes features, never the other way round.",
			severity: "error",
			from: { path: "^features/", pathNot: test },
			to: { path: "^site/" },
		},
		{
			name: "features-are-apart",
			comment: "What a feature needs of another is handed to it by the composition.",
			severity: "error",
			from: { path: "^features/([^/]+)/", pathNot: test },
			to: { path: "^features/[^/]+/", pathNot: ["^features/$1/", contentSchema] },
		},
		{
			name: "content-schema-as-types-only",
			comment: "Other features may name the shapes of the content; its values come to them from the composition.",
			severity: "error",
			from: { path: source, pathNot: ["^features/publishing/", test] },
			to: { path: contentSchema, dependencyTypesNot: ["type-only"] },
		},
		{
			name: "features-see-little-of-the-server",
			severity: "error",
			from: { path: `^features/.+${serverFile}` },
			to: { path: "^server/", pathNot: serverForFeatures },
		},
		{
			name: "browser-code-knows-no-server",
			comment: "Of the features, only .server files stay on the server; pages get what they need from features.",
			severity: "error",
			from: { path: ["^site/", "^features/"], pathNot: [`^features/.+${serverFile}`, test] },
			to: { path: "^server/" },
		},
		{
			name: "browser-code-imports-no-server-files",
			comment: "Route modules may: the build takes their loaders and actions out of what the browser gets.",
			severity: "error",
			from: {
				path: "^(?:site|features|ui)/",
				pathNot: [serverFile, test, "\\.d\\.ts$", "^site/routes/", "^site/root\\.tsx$"],
			},
			to: { path: serverFile, dependencyTypesNot: ["type-only"] },
		},
		{
			name: "server-composes-features-in-one-place",
			severity: "error",
			from: { path: "^server/", pathNot: [composition, test] },
			to: { path: "^features/", pathNot: [contentSchema, pageMarks, indiaTime] },
		},
		{
			name: "composition-enters-features-by-server-files",
			severity: "error",
			from: { path: composition, pathNot: test },
			to: {
				path: "^features/",
				pathNot: [serverFile, contentSchema, indiaTime, applicationTexts],
				dependencyTypesNot: ["type-only"],
			},
		},
		{
			name: "server-knows-no-pages",
			comment: "It gets them from the build.",
			severity: "error",
			from: { path: "^server/", pathNot: test },
			to: { path: "^(?:site|ui)/" },
		},
		{
			name: "content-is-read-by-publishing",
			severity: "error",
			from: { path: source, pathNot: ["^features/publishing/", test] },
			to: {
				path: ["^content/", "^features/publishing/load-content\\.server\\.ts$"],
				dependencyTypesNot: ["type-only"],
			},
		},
		{
			name: "product-knows-no-tests-and-tools",
			severity: "error",
			from: { path: source, pathNot: test },
			to: { path: ["^(?:tests|bench|scripts|pictures)/", test] },
		},
		{
			name: "no-cycles",
			comment:
				"The list of tables names the stores' row types and the stores name the database: types alone, so the one cycle that may be.",
			severity: "error",
			from: {},
			to: { circular: true, viaOnly: { pathNot: "^server/database/tables\\.ts$" } },
		},
		{
			name: "no-orphans",
			comment: "What nothing that runs can reach is dead code; a test alone keeps nothing alive.",
			severity: "error",
			from: { path: entryPoints, pathNot: test },
			to: { path: source, pathNot: [...entryPoints, test, "\\.d\\.ts$"], reachable: false },
		},
		{
			name: "no-barrels",
			comment:
				"A name is imported from where it is defined. What one dynamic import loads together is gathered in one module.",
			severity: "error",
			from: { path: source, pathNot: ["^server/dev-entry\\.ts$", "^site/sections/[^/]+-content\\.tsx$"] },
			to: { path: source, dependencyTypes: ["export"], dependencyTypesNot: ["type-only"] },
		},
		{
			name: "no-index-files",
			severity: "error",
			from: {},
			to: { path: "/index\\.tsx?$", pathNot: "node_modules" },
		},
		{
			name: "nothing-unresolvable",
			comment: "Virtual modules and generated route types exist only for the bundler and the type checker.",
			severity: "error",
			from: {},
			to: { couldNotResolve: true, pathNot: ["^virtual:", "^(?:\\.\\./)*\\./\\+types/", "\\?(?:url|inline)$"] },
		},
		{
			name: "no-undeclared-packages",
			severity: "error",
			from: {},
			to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
		},
		{
			name: "server-runs-without-development-packages",
			severity: "error",
			from: { path: source, pathNot: [test, "^server/dev", "^site/routes\\.ts$", buildTime] },
			to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
		},
	],
	options: {
		parser: "swc",
		doNotFollow: { path: "node_modules" },
		exclude: { path: "^(?:build|\\.react-router|data|test-results|pictures/screens)/" },
		enhancedResolveOptions: {
			extensions: [".ts", ".tsx", ".mjs", ".js"],
			conditionNames: ["import", "node", "default", "types"],
			exportsFields: ["exports"],
			mainFields: ["module", "main", "types"],
		},
	},
};
