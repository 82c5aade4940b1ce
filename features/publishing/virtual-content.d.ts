declare module "virtual:content" {
	const content: import("./documents/content.ts").Content;
	export default content;
}
