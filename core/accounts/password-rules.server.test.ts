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
	["", "at least 12 characters (this has 0)"],
	["eleven char", "at least 12 characters (this has 11)"],
	["🔑".repeat(11), "at least 12 characters (this has 11)"],
	["x1 y2 z3 ".repeat(23), "at most 200 characters"],
	["password1234", "too common"],
	["PASSWORD!!!!", "too common"],
	["123456789012", "too common"],
	["qwertyqwerty", "too common"],
	["--iloveyou--2026", "too common"],
	["aaaabbbbaaaa", "too common"],
	["my meera.nair@company.example!", "your address"],
	["I am meeranair today", "your name"],
	["Narangi-Works 2026!", "company’s name"],
	["narangi works, always", "company’s name"],
])("%s is none", async (password, message) => {
	expect(await judge(password)).toContain(message);
});
