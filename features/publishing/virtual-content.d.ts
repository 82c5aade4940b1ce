declare module "virtual:content" {
	const content: import("./load-content.server.ts").Content;
	export default content;
}

declare module "virtual:careers-choices" {
	const choices: import("../../shared/careers.ts").CareersChoices;
	export default choices;
}
