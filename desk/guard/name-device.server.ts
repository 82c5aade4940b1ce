/** In the order in which they are looked for: most browsers name those that they descend from as well. */
const browsers: [RegExp, string][] = [
	[/\bEdg/, "Edge"],
	[/\bOPR\//, "Opera"],
	[/\bFirefox\/|\bFxiOS\//, "Firefox"],
	[/\bChrome\/|\bCriOS\//, "Chrome"],
	[/\bSafari\//, "Safari"],
];
const systems: [RegExp, string][] = [
	[/\bAndroid\b/, "Android"],
	[/\biPhone\b|\biPad\b/, "iOS"],
	[/\bWindows\b/, "Windows"],
	[/\bMac OS X\b/, "macOS"],
	[/\bLinux\b/, "Linux"],
];

/** Says in words which browser somebody uses, such as "Firefox on Linux", so that they know it again in a list. */
export function nameDevice(userAgent = ""): string {
	const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "A browser";
	const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
	return system === undefined ? browser : `${browser} on ${system}`;
}
