import { expect, test } from "vitest";
import { toPhoneKey } from "./phone-key.ts";

test.each([
	"+91 98100 00001",
	"098100-00001",
	"(98100) 00001",
	"0091 9810000001",
	"9810000001 (after six)",
	"+९१ ९८१०० ००००१",
	"٠٩٨١٠٠٠٠٠٠١",
])("%s is the same number, however it is written", (phone) => expect(toPhoneKey(phone)).toBe("810000001"));

test.each(["", "none", "12345", "+91"])("%j is no number", (phone) => expect(toPhoneKey(phone)).toBe(""));
