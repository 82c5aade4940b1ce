import { fileURLToPath } from "node:url";

/** The content folder of a company that exists only for tests. */
export const secondCompanyDirectory = fileURLToPath(new URL("../../e2e/fixtures/second-company", import.meta.url));
