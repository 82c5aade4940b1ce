/** Fewer digits are no number by which somebody could be told from others. */
const fewestDigits = 7;
/** Country codes and the zero before an area code stand before these, and people write them or not. */
const comparedDigits = 9;

/** Gives what two spellings of a phone number have in common; "" for what is no number. */
export function toPhoneKey(phone: string): string {
	const digits = phone.replaceAll(/\D/g, "");
	return digits.length < fewestDigits ? "" : digits.slice(-comparedDigits);
}
