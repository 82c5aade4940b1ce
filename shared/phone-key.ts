import { listDigits } from "./latin-digits.ts";

/** Shorter numbers do not identify a person. */
const fewestDigits = 7;
/** Compares the last digits, because country codes and leading zeros are optional. */
const comparedDigits = 9;

/** Returns the part that spellings of a phone number share; "" for an invalid one. */
export function toPhoneKey(phone: string): string {
	const digits = listDigits(phone);
	return digits.length < fewestDigits ? "" : digits.slice(-comparedDigits);
}
