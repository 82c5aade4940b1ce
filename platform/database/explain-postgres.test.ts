import { expect, test } from "vitest";
import { PlainError } from "../plain-error.ts";
import { explainPostgresError } from "./explain-postgres.ts";

test.each(["SELF_SIGNED_CERT_IN_CHAIN", "DEPTH_ZERO_SELF_SIGNED_CERT", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY"])(
	"a certificate that cannot be checked is told with the settings that end it: %s",
	(code) => {
		const cause = Object.assign(new Error("self-signed certificate in certificate chain"), { code });
		const explained = explainPostgresError(cause);
		expect(explained).toBeInstanceOf(PlainError);
		expect(explained?.message).toMatch(/sslrootcert=.*sslmode=no-verify/);
		expect(explained?.cause).toBe(cause);
	},
);

test("any other failure stays as it is", () => {
	expect(
		explainPostgresError(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" })),
	).toBeUndefined();
	expect(explainPostgresError("no error")).toBeUndefined();
});
