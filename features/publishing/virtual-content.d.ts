declare module "virtual:content" {
	const content: import("./load-content.server.ts").Content;
	export default content;
}
