declare module "virtual:content" {
	const content: import("./documents/content.ts").Content;
	export default content;
}

declare module "virtual:content/pictures" {
	/** Addresses by paths below content/pictures. */
	const urls: Record<string, string>;
	export default urls;
}

declare module "virtual:content/inline-pictures" {
	/** Texts of pictures by their addresses; empty in the browser. */
	const svgs: Record<string, string>;
	export default svgs;
}
