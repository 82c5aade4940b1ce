import { createContext } from "react-router";
import type { PersonCheck } from "./person-check.server.ts";

/** The context key of the page that asks whether a person sent a record. */
export const personCheckContext = createContext<PersonCheck>();
