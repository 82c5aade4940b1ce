import { expect, test } from "vitest";
import { findFieldsTwice, guessColumns } from "./match-columns.ts";
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

test("fields that two columns became are found, unless they take several", () => {
	expect(findFieldsTwice(["email", "email", "notes", "notes", "", ""], fields).map(({ key }) => key)).toEqual([
		"email",
	]);
});
