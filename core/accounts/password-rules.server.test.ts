import { expect, test } from "vitest";
import { findsCommonPassword } from "./common-passwords.server.ts";
import { judgePassword } from "./password-rules.server.ts";

const facts = { companyName: "Narangi Works", email: "meera.nair@company.example", name: "Meera Nair" };
const judge = (password: string) => judgePassword(password, facts, findsCommonPassword);

test.each([
	["seven green kettles at dawn"],
	["Ü mlaut und Straße 7"],
	["𝒑𝒂𝒔𝒔 🔑 of nobody else"],
	["zxq7-vmm2-kkp9"],
	["x".repeat(3) + "yzabc defghi".repeat(16)],
])("%s is a good password", async (password) => {
	expect(await judge(password)).toBeUndefined();
});

test.each([
	["", "0 characters"],
	["eleven char", "11 characters"],
	["🔑".repeat(11), "11 characters"],
	["x1 y2 z3 ".repeat(23), "the limit is 200"],
	["password1234", "first that a guesser tries"],
	["PASSWORD!!!!", "first that a guesser tries"],
	["123456789012", "first that a guesser tries"],
	["qwertyqwerty", "first that a guesser tries"],
	["--iloveyou--2026", "first that a guesser tries"],
	["aaaabbbbaaaa", "first that a guesser tries"],
	["my meera.nair@company.example!", "your address"],
	["I am meeranair today", "your name"],
	["Narangi-Works 2026!", "company's name"],
	["narangi works, always", "company's name"],
])("%s is none", async (password, message) => {
	expect(await judge(password)).toContain(message);
});
