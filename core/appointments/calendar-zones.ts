import windowsZones from "cldr-core/supplemental/windowsZones.json" with { type: "json" };
import { writeOffset } from "../../shared/zoned-time.ts";

/** Names of Windows, in lower case, to IANA's. */
const zoneOfWindows = new Map(
	windowsZones.supplemental.windowsZones.mapTimezones
		.map(({ mapZone: { _other: windows, _type: iana, _territory: territory } }) => ({ windows, iana, territory }))
		.filter(({ territory }) => territory === "001")
		.map(({ windows, iana }) => [windows.toLowerCase(), iana]),
);

/**
 * Finds the IANA zone of a name as programs write it: IANA's own with any prefix, Windows' ("W. Europe Standard Time"), or what Outlook
 * shows for one ("(UTC+01:00) Amsterdam, Berlin, Bern"). A bare offset becomes a zone without changes of the clocks.
 */
export function findZone(name: string): string | undefined {
	const trimmed = name.trim().replaceAll(/\s+/g, " ");
	return (
		findIanaZone(trimmed) ??
		zoneOfWindows.get(trimmed.toLowerCase()) ??
		findShownZone(trimmed) ??
		toZone(trimmed) ??
		toZone(trimmed.split("/").at(-1) ?? "")
	);
}

/** Finds the zone in a name of IANA's with a slash, or UTC. Some programs add a prefix. */
export function findIanaZone(name: string): string | undefined {
	const parts = name.split("/").filter((part) => part !== "");
	for (let from = 0; from < Math.min(parts.length, 6); from++) {
		const candidate = parts.slice(from).join("/");
		// An offset or a bare word such as "EST" is better read from the file's own definition.
		const zone = candidate === "UTC" || candidate.includes("/") ? toZone(candidate) : undefined;
		if (zone !== undefined) return zone;
	}
	return undefined;
}

/** Reads "(UTC+01:00) Amsterdam, Berlin, Bern", "(UTC-05:00) Eastern Time (US & Canada)", "GMT+0100". */
function findShownZone(name: string): string | undefined {
	const [, sign = "+", hours = "0", minutes = "00", shown = ""] =
		/^\(?(?:UTC|GMT)?\s*(?:([+-])(\d{1,2})[:.]?(\d\d)?)?\)?\s*(.*)$/is.exec(name) ?? [];
	if (!/^\(?(?:UTC|GMT)|^\(?[+-]\d/i.test(name)) return undefined;
	const offset = `${sign}${hours.padStart(2, "0")}:${minutes}`;
	const places = shown.replaceAll(/\([^()]*\)/g, "").split(/[,;/]/);
	for (const place of places.map((one) => one.trim())) {
		const windows = zoneOfWindows.get(place.toLowerCase().replace(/ time$/, " standard time"));
		const city = place.replaceAll(" ", "_");
		const candidates = city === "" ? [] : listRegions().map((region) => toZone(`${region}/${city}`));
		const zone = [windows, ...candidates].find((one) => one !== undefined && findStandardOffset(one) === offset);
		if (zone !== undefined) return zone;
	}
	return offset === "+00:00" ? "UTC" : toZone(offset);
}

function listRegions(): string[] {
	const regions = Intl.supportedValuesOf("timeZone").map((zone) => zone.split("/")[0] as string);
	return [...new Set([...regions, "Canada", "US"])];
}

/** Returns the offset without daylight saving. */
function findStandardOffset(zone: string): string {
	const [january, july] = ["2026-01-01", "2026-07-01"].map((date) => writeOffset(Date.parse(date), zone)) as [
		string,
		string,
	];
	return toMinutes(january) < toMinutes(july) ? january : july;
}

function toMinutes(offset: string): number {
	const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4));
	return offset.startsWith("-") ? -minutes : minutes;
}

function toZone(name: string): string | undefined {
	try {
		return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
	} catch {
		return undefined;
	}
}
