import source from "../push/service-worker.js?raw";

/** The script that shows notifications, also without a session: a browser asks for new versions of it at any time. */
export function loader() {
	return new Response(source, { headers: { "Content-Type": "text/javascript; charset=utf-8" } });
}
