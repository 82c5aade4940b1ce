import { expect, test } from "vitest";
import { findFieldsTwice, findPreset, guessColumns, type ImportPreset } from "./match-columns.ts";
import { notesField, personFields, workFields } from "./record-import.server.ts";

const fields = [...personFields, ...workFields, notesField];

test("columns are guessed by their names, however they are written, each field once", () => {
	const names = [
		"First Name",
		"last_name",
		"E-Mail",
		"Email",
		"Created At",
		"leadStatus",
		"Company",
		"Notes",
		"Shoe size",
	];
	expect(guessColumns(names, fields)).toEqual([
		"firstName",
		"lastName",
		"email",
		"",
		"receivedAt",
		"stage",
		"notes",
		"notes",
		"",
	]);
});

test("the columns of a HubSpot export of contacts are guessed", () => {
	const columns = {
		"Record ID": "externalId",
		"First Name": "firstName",
		"Last Name": "lastName",
		Email: "email",
		"Phone Number": "phone",
		"Contact owner": "owner",
		"Lead Status": "stage",
		"Lifecycle Stage": "notes",
		"Create Date": "receivedAt",
		"Company name": "notes",
		"Job Title": "notes",
		"Country/Region": "notes",
		"Original Traffic Source": "source",
	};
	expect(guessColumns(Object.keys(columns), fields)).toEqual(Object.values(columns));
});

test("fields that two columns became are found, unless they take several", () => {
	expect(findFieldsTwice(["email", "email", "notes", "notes", "", ""], fields).map(({ key }) => key)).toEqual([
		"email",
	]);
});

test("an export is recognised by two of its columns, and matched as it is documented", () => {
	const preset: ImportPreset = {
		key: "lever",
		name: "Lever",
		marks: ["date added", "origin", "sources"],
		columns: { "date added": "receivedAt", origin: "notes", secret: "" },
	};
	const header = ["Email", "Date-Added", "Origin", "Secret", "Status"];
	expect(findPreset(["Email", "Origin"], [preset])).toBeUndefined();
	expect(findPreset(header, [preset])).toBe(preset);
	expect(guessColumns(header, fields, preset)).toEqual(["email", "receivedAt", "notes", "", "stage"]);
});
