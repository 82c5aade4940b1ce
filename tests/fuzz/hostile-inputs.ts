import fc from "fast-check";

/** Characters that programs trip over: controls, marks, surrogates, other scripts' digits, and folds that change a text's length. */
const odd = "\0\t\n\r\u000b\u000c\u0085\u00a0\u200b\u200d\u202e\u2028\ufeff\ufffd\u0130\u00df\ufb01\u0969".split("");

/** Any text, with unpaired surrogates and odd characters. */
export const anyText = fc.oneof(
	fc.string({ unit: "binary", maxLength: 200 }),
	fc.string({ unit: fc.constantFrom(...odd, "a", "1", "\ud800", "\udc00"), maxLength: 200 }),
);

/**
 * Texts made of a format's own pieces, in any order, some repeated many times, with any text between them.
 * @param maxLength in UTF-16 units; longer ones are cut
 */
export function textOf(pieces: readonly string[], maxLength: number): fc.Arbitrary<string> {
	const piece = fc.constantFrom(...pieces);
	const repeated = fc
		.tuple(fc.array(piece, { minLength: 1, maxLength: 4 }), fc.integer({ min: 2, max: 20_000 }))
		.map(([some, times]) => {
			const text = some.join("");
			return text.repeat(Math.min(times, Math.ceil(maxLength / Math.max(1, text.length))));
		});
	return fc
		.array(
			fc.oneof({ weight: 12, arbitrary: piece }, { weight: 3, arbitrary: anyText }, { weight: 1, arbitrary: repeated }),
			{
				maxLength: 60,
			},
		)
		.map((parts) => parts.join("").slice(0, maxLength));
}

const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const change = fc.oneof(
	fc.record({ kind: fc.constant("write" as const), place, bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }) }),
	fc.record({ kind: fc.constant("insert" as const), place, bytes: fc.uint8Array({ maxLength: 300 }) }),
	fc.record({ kind: fc.constant("copy" as const), place, to: place, length: fc.nat({ max: 3_000 }) }),
	fc.record({ kind: fc.constant("cut" as const), place, length: fc.nat({ max: 3_000 }) }),
	fc.record({ kind: fc.constant("end" as const), place }),
);

/** Files of these with some of their bytes written over, inserted, copied, cut out or cut off. */
export function changedFiles(files: readonly Uint8Array[]): fc.Arbitrary<Buffer> {
	return fc.tuple(fc.constantFrom(...files), fc.array(change, { maxLength: 6 })).map(([whole, changes]) => {
		let content = Buffer.from(whole);
		for (const made of changes) {
			const at = Math.floor(made.place * content.length);
			if (made.kind === "write") content.set(made.bytes.subarray(0, content.length - at), at);
			else if (made.kind === "insert")
				content = Buffer.concat([content.subarray(0, at), made.bytes, content.subarray(at)]);
			else if (made.kind === "copy")
				content = Buffer.concat([
					content.subarray(0, Math.floor(made.to * content.length)),
					content.subarray(at, at + made.length),
					content.subarray(Math.floor(made.to * content.length)),
				]);
			else if (made.kind === "cut")
				content = Buffer.concat([content.subarray(0, at), content.subarray(at + made.length)]);
			else content = content.subarray(0, at);
		}
		return content;
	});
}
