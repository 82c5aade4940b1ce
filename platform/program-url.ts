/**
 * Returns the URL of a program beside a module, to run in a thread or a process: its source if the module runs from source, its built
 * file if the module is built.
 *
 * @param name as an import would write it, such as "./page-worker.ts"
 * @param moduleUrl import.meta.url of the module that starts it
 */
export function getProgramUrl(name: string, moduleUrl: string): URL {
	return new URL(moduleUrl.endsWith(".js") ? name.replace(/\.tsx?$/, ".js") : name, moduleUrl);
}
